/**
 * `<time-zone-names for="id">`: suggests time zones in the text field with that id, the browser's own first. Without
 * scripts the user types the whole name.
 */
class TimeZoneNames extends HTMLElement {
  connectedCallback(): void {
    const field = document.getElementById(this.getAttribute("for") ?? "");
    if (!field) return;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const names = new Set([timeZone, "UTC", ...Intl.supportedValuesOf("timeZone")]);
    const list = document.createElement("datalist");
    list.id = `${field.id}-names`;
    list.append(...[...names].map((name) => new Option(name, name)));
    this.replaceChildren(list);
    field.setAttribute("list", list.id);
  }
}

customElements.define("time-zone-names", TimeZoneNames);
