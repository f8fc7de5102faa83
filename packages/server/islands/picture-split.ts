import { connectSplit } from "./split.ts";

/** `<picture-split>` around two pictures in `.stack` and a slider: without scripts, each fills a half. */
class PictureSplit extends HTMLElement {
  connectedCallback(): void {
    const place = this.querySelector<HTMLElement>(".stack");
    const range = this.querySelector("input");
    if (place && range) connectSplit(place, range);
  }
}

customElements.define("picture-split", PictureSplit);
