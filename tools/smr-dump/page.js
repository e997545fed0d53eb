"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const nests = [...document.querySelectorAll(".nest")].map((at) => ({at, fold: at.firstElementChild,
    kind: at.dataset.kind, text: at.textContent.toLowerCase()}));
  const field = $("filter"), count = $("count"), fold = $("fold");
  const kinds = [...document.querySelectorAll(".bar [data-kind]")];

  const filter = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const off = new Set(kinds.filter((k) => k.getAttribute("aria-pressed") === "false").map((k) => k.dataset.kind));
    let shown = 0;
    for (const nest of nests) {
      nest.at.hidden = off.has(nest.kind) || !words.every((word) => nest.text.includes(word));
      shown += !nest.at.hidden;
    }
    count.textContent = shown + " of " + nests.length;
    $("nothing").hidden = shown > 0 || !nests.length;
  };
  const visible = () => nests.filter((nest) => !nest.at.hidden);
  const unfold = (open) => {
    for (const nest of visible())
      nest.fold.open = open;
    fold.textContent = open ? "Fold all" : "Unfold all";
  };
  /* What a link leads to is not folded, and not filtered out. */
  const follow = () => {
    const at = location.hash && $(decodeURIComponent(location.hash.slice(1)));
    if (!at)
      return;
    if (at.hidden) {
      field.value = "";
      kinds.forEach((k) => k.setAttribute("aria-pressed", "true"));
      filter();
    }
    for (let d = at.querySelector("details") || at.closest("details"); d; d = d.parentElement.closest("details"))
      d.open = true;
    at.scrollIntoView();
  };
  const step = (by) => {
    const heads = visible().map((nest) => nest.fold.firstElementChild), at = heads.indexOf(document.activeElement);
    const to = heads[at < 0 ? 0 : Math.min(heads.length - 1, Math.max(0, at + by))];
    if (to)
      to.focus();
  };

  $("bar").hidden = false;
  field.addEventListener("input", filter);
  fold.addEventListener("click", () => unfold(fold.textContent !== "Fold all"));
  for (const k of kinds)
    k.addEventListener("click", () => {
      k.setAttribute("aria-pressed", String(k.getAttribute("aria-pressed") === "false"));
      filter();
    });
  document.addEventListener("keydown", (e) => {
    const typing = e.target === field;
    if (e.ctrlKey || e.metaKey || e.altKey)
      return;
    if (e.key === "Escape" && typing) {
      field.value = "";
      filter();
      field.blur();
    } else if (e.key === "/" && !typing) {
      field.focus();
    } else if (!typing && (e.key === "j" || e.key === "k")) {
      step(e.key === "j" ? 1 : -1);
    } else {
      return;
    }
    e.preventDefault();
  });
  addEventListener("hashchange", follow);
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((d) => { d.open = true; }));
  filter();
  follow();
})();
