/** The result of a check of the server's settings, or of what they name. */
export interface ServerCheck {
  check: string;
  /** `fault`: the server does not work as configured. `warning`: the operator may not have intended it. */
  level: "ok" | "warning" | "fault";
  message: string;
  /** The next step of the operator. */
  advice?: string;
}
