/* A symbol in a formula says what it is when a mouse points at it, when a finger taps it, and when the arrow keys come
   to it in a formula that has the focus. What it says stands in the list at the top of the page. */
"use strict";
(() => {
  const list = document.querySelector(".nt-tips");
  if (!list) return;
  const box = document.createElement("div");
  box.className = "nt-tip md-typeset";
  box.setAttribute("role", "status");
  box.hidden = true;
  document.body.append(box);

  let current = null;
  let waiting = 0;
  const later = (what, after) => {
    clearTimeout(waiting);
    waiting = setTimeout(what, after);
  };
  const symbolAt = (target) => (target instanceof Element ? target.closest("[data-s]") : null);

  function hide() {
    clearTimeout(waiting);
    current?.classList.remove("nt-pointed");
    current = null;
    box.hidden = true;
  }

  function show(symbol) {
    const entry = list.children[symbol.dataset.s];
    if (!entry || symbol === current) return;
    hide();
    current = symbol;
    symbol.classList.add("nt-pointed");
    box.hidden = false;
    box.replaceChildren(...entry.cloneNode(true).childNodes);
    const at = symbol.getBoundingClientRect();
    const left = Math.min(at.left, document.documentElement.clientWidth - box.offsetWidth - 8);
    const above = at.top - box.offsetHeight - 6;
    const header = document.querySelector(".md-header")?.getBoundingClientRect().bottom ?? 0;
    box.style.left = `${Math.max(8, left) + scrollX}px`;
    box.style.top = `${(above > header ? above : at.bottom + 6) + scrollY}px`;
  }

  addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const symbol = symbolAt(event.target);
    if (symbol) later(() => show(symbol), current ? 60 : 200);
    else if (box.contains(event.target)) clearTimeout(waiting);
    else if (current && !document.activeElement?.contains(current)) later(hide, 250); // time to get to the box
    else clearTimeout(waiting);
  });
  addEventListener("click", (event) => {
    const symbol = symbolAt(event.target);
    if (box.contains(event.target)) {
      if (event.target.closest("a")) hide();
    } else if (!symbol || !getSelection().isCollapsed) hide();
    else if (event.pointerType === "mouse" && !symbol.closest("a, summary")) {
      const link = list.children[symbol.dataset.s]?.querySelector("a");
      hide();
      link?.click();
    } else show(symbol);
  });

  /* One stop for a formula, and the arrow keys within it: a page has hundreds of symbols. */
  const formulas = [...document.querySelectorAll(".nt-equation:has([data-s])")];
  for (const formula of formulas) {
    formula.tabIndex = 0;
    formula.setAttribute("role", "group");
    formula.setAttribute("aria-description", "arrow keys tell what its symbols are");
  }
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") return hide();
    const formula = document.activeElement?.closest(".nt-equation[tabindex]");
    if (!formula || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" && !box.hidden) {
      history.replaceState({ ...history.state, formula: formulas.indexOf(formula) }, ""); // for the way back
      box.querySelector("a")?.click();
    }
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const symbols = [...formula.querySelectorAll("[data-s]")];
    const next = symbols[symbols.indexOf(current) + step] ?? symbols[step > 0 ? 0 : symbols.length - 1];
    event.preventDefault();
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
    show(next);
  });
  addEventListener("popstate", () => formulas[history.state?.formula]?.focus({ preventScroll: true }));
  addEventListener("focusout", (event) => {
    if (event.target.closest?.(".nt-equation[tabindex]")) hide();
  });
})();
