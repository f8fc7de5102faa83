/**
 * Connects a slider with two pictures, one over the other. The slider sets the border between their visible
 * parts, and a drag over the pictures moves the slider.
 */
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
