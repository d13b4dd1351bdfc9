def test_code() -> None:
    assert True
