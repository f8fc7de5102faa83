/** `<print-button>Print or save as PDF</print-button>`: prints the page. `parts.css` hides it without scripts. */
class PrintButton extends HTMLElement {
  connectedCallback(): void {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet small";
    button.textContent = this.textContent;
    button.addEventListener("click", () => print());
    this.replaceChildren(button);
  }
}

customElements.define("print-button", PrintButton);
