/** Connects a slider with two pictures on top of each other, of which it shows a part each. A drag moves it too. */
export function connectSplit(place: HTMLElement, range: HTMLInputElement): void {
  const show = () => {
    place.style.setProperty("--split", `${range.value}%`);
    range.setAttribute("aria-valuetext", `${range.value}% of the original`);
  };
  range.addEventListener("input", show);
  show();
  const follow = ({ clientX, buttons }: PointerEvent) => {
    if (buttons === 0) return;
    const { left, width } = place.getBoundingClientRect();
    range.value = String(Math.round((100 * (clientX - left)) / width));
    show();
  };
  place.addEventListener("pointerdown", (event) => {
    place.setPointerCapture(event.pointerId);
    follow(event);
  });
  place.addEventListener("pointermove", follow);
}
