/** Marks the link to the current section, and scrolls it into view. */
function mark(links: ReadonlyMap<string, HTMLAnchorElement>, id: string): void {
  const link = links.get(id);
  if (!link || link.hasAttribute("aria-current")) return;
  for (const other of links.values()) other.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
  const list = link.closest("nav");
  if (!list) return;
  // `scrollIntoView` would scroll the page as well.
  const { top, bottom } = link.getBoundingClientRect();
  const bounds = list.getBoundingClientRect();
  if (top < bounds.top) list.scrollTop -= bounds.top - top;
  if (bottom > bounds.bottom) list.scrollTop += bottom - bounds.bottom;
}

const links = new Map(
  [...document.querySelectorAll<HTMLAnchorElement>(".beside .on-page a")].map((link) => [
    decodeURIComponent(link.hash.slice(1)),
    link,
  ]),
);

/** Detects the current section: the one that crosses a line near the top of the window. */
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) mark(links, target.id);
  },
  { rootMargin: "-15% 0px -84% 0px" },
);
for (const id of links.keys()) {
  const target = document.getElementById(id);
  if (target) observer.observe(target);
}
