/** The sections of the dashboard in order. To add one, add a row. */
const sections = [
  { name: "overview", path: "/", label: "Overview" },
  { name: "keys", path: "/keys", label: "API keys" },
  { name: "usage", path: "/usage", label: "Usage" },
  { name: "plan", path: "/plan", label: "Plan" },
  { name: "apps", path: "/apps", label: "Apps" },
  { name: "playground", path: "/playground", label: "Playground" },
  { name: "docs", path: "/docs", label: "Docs" },
  { name: "profile", path: "/profile", label: "Profile" },
] as const;

/** The name of a dashboard section. */
export type SectionName = (typeof sections)[number]["name"];

/** Renders the links between the sections of the dashboard. */
export function Sections({ base, current }: { base: string; current: SectionName | undefined }) {
  return (
    <nav class="sections" aria-label="Sections">
      {sections.map(({ name, path, label }) => (
        <a key={name} href={base + path} aria-current={name === current ? "page" : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}
