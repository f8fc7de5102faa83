import { convertImage } from "@tools-api/core/image";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { lyingPng } from "./png-chunk.ts";
import { difference, pixelsOf, svg } from "./pictures.ts";

const text = (content: string) => new TextEncoder().encode(content);
const convert = (drawing: Uint8Array) => convertImage(drawing, { format: "png" });
const red = '<rect width="40" height="30" fill="red"/>';
const namespace = 'xmlns="http://www.w3.org/2000/svg" width="40" height="30"';

async function expectRed(drawing: Uint8Array): Promise<void> {
  const { image, original } = await convert(drawing);
  expect(original.format).toBe("svg");
  expect((await pixelsOf(image)).subarray(0, 4)).toEqual(Buffer.of(255, 0, 0, 255));
}

async function expectRefused(drawing: Uint8Array, code: string, says: string | RegExp): Promise<void> {
  await expect(convert(drawing)).rejects.toMatchObject({ code, message: expect.stringMatching(says) });
}

describe("svg", () => {
  it("recognizes an svg after a byte order mark, declaration, comments, document type and prefix", async () => {
    for (const drawing of [
      `\uFEFF<svg ${namespace}>${red}</svg>`,
      `\n <?xml version="1.0"?>\n<svg ${namespace}>${red}</svg>`.trimStart(),
      `<?xml version="1.0" encoding="UTF-8" standalone="no"?><!-- <html> a > b --><svg ${namespace}>${red}</svg>`,
      `<!-- ${"long ".repeat(1000)} --><svg ${namespace}>${red}</svg>`,
      `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg ${namespace}>${red}</svg>`,
      `<s:svg xmlns:s="http://www.w3.org/2000/svg" width="40" height="30"><s:rect width="40" height="30" fill="red"/></s:svg>`,
    ])
      await expectRed(text(drawing));
  });

  it("reads an svg in UTF-16 and in its declared encoding", async () => {
    const utf16 = Uint8Array.from(`\uFEFF<svg ${namespace}>${red}</svg>`, (c) => c.charCodeAt(0) & 255);
    const wide = new Uint8Array(utf16.length * 2);
    for (const [index, byte] of utf16.entries()) wide[index * 2] = byte;
    wide.set([0xff, 0xfe]);
    await expectRed(wide);
    const latin = `<?xml version="1.0" encoding="iso-8859-1"?><svg ${namespace}><desc>caf\xe9</desc>${red}</svg>`;
    await expectRed(Uint8Array.from(latin, (c) => c.charCodeAt(0)));
  });

  it("keeps references within the file: gradients, uses, clips, styles, embedded images", async () => {
    const dot = await sharp({ create: { width: 2, height: 2, channels: 3, background: "#f00" } })
      .png()
      .toBuffer();
    for (const content of [
      `<linearGradient id="g"><stop stop-color="red"/></linearGradient><rect width="40" height="30" fill="url(#g)"/>`,
      `<defs><rect id="r" width="40" height="30" fill="red"/></defs><use xlink:href="#r"/>`,
      `<clipPath id="c"><rect width="40" height="30"/></clipPath><g clip-path="url('#c')">${red}</g>`,
      `<style>.a{fill:url(#g)} @font-face{font-family:x;src:url(data:font/woff;base64,AA==)}</style><linearGradient id="g"><stop stop-color="red"/></linearGradient><rect class="a" width="40" height="30"/>`,
      `<a xlink:href="https://example.org/"><title>&#65;&lt;</title>${red}</a>`,
      `<image width="40" height="30" preserveAspectRatio="none" xlink:href="data:image/png;base64,${dot.toString("base64")}"/>`,
      `<script href="https://example.org/x.js">alert(1 &lt; 2)</script><foreignObject/>${red}`,
    ])
      await expectRed(svg(content));
  });

  it("draws a file without its references to anything outside, however they are spelled, and warns", async () => {
    for (const content of [
      `<image xlink:href="file:///etc/passwd" width="9" height="9"/>`,
      `<image href="http://127.0.0.1:1/x.png" width="9" height="9"/>`,
      `<image href="x.png" width="9" height="9"><title>A &amp; B</title></image>`,
      `<image href="&#102;ile:///etc/passwd" width="9" height="9"/>`,
      `<image href=" //host/x.png" width="9" height="9"/>`,
      `<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="/etc/passwd" parse="text"/>`,
      `<x:link xmlns:x="http://www.w3.org/1999/xhtml" rel='a"b' href="style.css"/>`,
      `<use xlink:href="other.svg#a"/>`,
      `<use xlink:href="data:image/svg+xml,<svg/>#a"/>`.replace("<svg/>", "%3Csvg/%3E"),
      `<rect fill="url(http://127.0.0.1:1/#g)" width="9" height="9"/>`,
      `<rect fill="url(http://127.0.0.1:1/#g) blue" width="0" height="9"/>`,
      `<rect style="fill:url( 'a.svg#g' )" width="9" height="9"/>`,
      `<rect style="fill:u\\72 l(a.svg#g)" width="9" height="9"/>`,
      `<rect style="fill:ur/**/l(#a);filter:url(b.svg#f)" width="9" height="9"/>`,
      `<style>@import "http://127.0.0.1:1/x.css";</style>`,
      `<style>@im<![CDATA[port "x.css"]]>;</style>`,
      `<style>@\\69mport "x.css";</style>`,
      `<style>@import "x;y.css"; .a{fill:blue}</style>`,
      `<style><title fill="url(a.svg#g)"/>@import url(x.css);</style>`,
      `<style>@font-face{font-family:x;src:url(x.woff)} .b{fill:url("a.svg#g")}</style>`,
      `<?xml-stylesheet href="x.css"?>`,
    ]) {
      const drawing = svg(red + content);
      await expectRed(drawing);
      const { warnings } = await convertImage(drawing, { format: "png" });
      expect(
        warnings.map(({ code }) => code),
        content,
      ).toEqual(["external_reference_ignored"]);
      expect(JSON.stringify(warnings).length).toBeLessThan(400);
    }
    const before = text(`<?xml-stylesheet href="x.css"?><svg ${namespace}>${red}</svg>`);
    await expectRed(before);
    expect((await convertImage(before, { format: "png" })).warnings).toHaveLength(1);
  });

  it("keeps the other values of an element and a style sheet with an external reference", async () => {
    const full = `width="40" height="30"`;
    for (const content of [
      `<rect ${full} style="fill:red;filter:url(b.svg#f)"/>`,
      `<rect ${full} fill="url(a.svg#g) red"/>`,
      `<style>@import "x.css"; .a{fill:red} .b{stroke:url(a.svg#b)}</style><rect ${full} class="a"/>`,
      `<style>@font-face{font-family:x;src:url(https://example.org/x.woff)}.a{fill:red}</style><rect ${full} class="a"/>`,
      `<linearGradient id="g"><stop stop-color="red"/></linearGradient><g mask="url(a.svg#m)" fill="url(#g)"><rect ${full}/></g>`,
    ])
      await expectRed(svg(content));
  });

  it("rejects an svg that defines entities or is not well-formed", async () => {
    for (const drawing of [
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg ${namespace}>&x;</svg>`,
      `<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><svg ${namespace}>&b;</svg>`,
      `<svg ${namespace}><!DOCTYPE svg></svg>`,
      `<svg ${namespace}>&undefined;</svg>`,
      `<svg ${namespace}>&#x110000;</svg>`,
      `<svg ${namespace}><rect</svg>`,
      `<svg ${namespace}><rect fill=red /></svg>`,
      `<svg ${namespace}><rect fill="<"/></svg>`,
      `<svg ${namespace}><g>`,
      `<svg ${namespace}></svg></svg>`,
      `<svg ${namespace}><!-- `,
      `<svg ${namespace}><g></svg></g>`,
    ])
      await expectRefused(text(drawing), "invalid_image", /svg was recognized/);
  });

  it("rejects an svg whose encoding differs from its declaration", async () => {
    const wrong = Uint8Array.from(`<svg ${namespace}>\xff\xfe${red}</svg>`, (c) => c.charCodeAt(0));
    await expectRefused(wrong, "invalid_image", /encoding/);
    await expectRefused(
      text(`<?xml version="1.0" encoding="utf-7"?><svg ${namespace}/>`),
      "invalid_image",
      /encoding/,
    );
  });

  it("rejects an svg that inflates, nests or multiplies beyond the limits", async () => {
    const blanks = new Blob([" ".repeat(6_000_000)]).stream().pipeThrough(new CompressionStream("gzip"));
    await expectRefused(
      new Uint8Array(await new Response(blanks).arrayBuffer()),
      "image_too_large",
      /after inflation/,
    );
    await expectRefused(svg(" ".repeat(4_100_000)), "image_too_large", /at most 4,000,000 bytes/);
    await expectRefused(
      svg("<g>".repeat(200) + "</g>".repeat(200)),
      "image_too_large",
      /nested at most 128 levels deep/,
    );
    await expectRefused(svg("<g/>".repeat(100_001)), "image_too_large", /at most 100000 elements/);
    const uses = Array.from(
      { length: 9 },
      (_, i) => `<g id="u${i + 1}">${`<use xlink:href="#u${i}"/>`.repeat(10)}</g>`,
    ).join("");
    await expectRefused(
      svg(`<defs><g id="u0">${red}</g>${uses}</defs><use xlink:href="#u9"/>`),
      "image_too_large",
      /references are expanded/,
    );
  });

  it("rejects references that are circular or too deep", async () => {
    for (const content of [
      `<pattern id="p" width="1" height="1"><rect width="9" height="9" fill="url(#p)"/></pattern><rect width="9" height="9" fill="url(#p)"/>`,
      `<g id="a"><use href="#a"/></g>`,
      `<mask id="a"><use href="#b"/></mask><g id="b" mask="url(#a)"/>`,
    ])
      await expectRefused(svg(content), "invalid_image", /circular/);
    const chain = Array.from({ length: 600 }, (_, i) => `<g id="c${i + 1}"><use href="#c${i}"/></g>`).join(
      "",
    );
    await expectRefused(svg(`<g id="c0"/>${chain}`), "invalid_image", /too deeply/);
  });

  it("rejects a long text and feMorphology, on which the renderer would hang", async () => {
    await expectRefused(
      svg(`<text>${"word ".repeat(20_000)}</text>`),
      "image_too_large",
      /at most 20,000 characters in a text element/,
    );
    await expectRefused(
      svg(`<filter id="f"><feMorphology radius="99"/></filter>${red}`),
      "invalid_image",
      /feMorphology/,
    );
  });

  it("accepts a long svg that is fast to draw", async () => {
    const coast = Array.from({ length: 20_000 }, (_, i) => `l1 ${(i % 7) - 3}`).join("");
    const map = svg(
      `<path fill="none" stroke="red" d="M0 500${coast}"/>`.repeat(3),
      'viewBox="0 0 20000 1000" width="800" height="40"',
    );
    expect(await convert(map)).toMatchObject({ width: 800 });
    const icons = Array.from(
      { length: 2_000 },
      (_, i) => `<circle cx="${i % 40}" cy="${i % 30}" r="2" fill="#${i % 9}8a"/>`,
    );
    expect(await convert(svg(icons.join("")))).toMatchObject({ width: 40 });
  });

  it("rejects an svg with an embedded image that is too large, broken or nested too deeply", async () => {
    const image = (type: string, data: Uint8Array) =>
      svg(`<image width="9" height="9" href="data:${type};base64,${Buffer.from(data).toString("base64")}"/>`);
    await expectRefused(
      image("image/png", lyingPng(12_000, 6_000)),
      "image_too_large",
      /megapixels in an svg/,
    );
    let nested = svg(red);
    for (let level = 0; level < 6; level++) nested = image("image/svg+xml", nested);
    await expectRefused(nested, "invalid_image", /nested more than 4 levels/);
    await expectRefused(image("image/png", text("not an image")), "invalid_image", /an image in it/);
    await expectRefused(svg('<image href="data:image/png;base64,@@"/>'), "invalid_image", /data of an image/);
  });

  const plain = (attributes: string, content: string) =>
    text(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`);
  const whole = '<rect width="100%" height="100%" fill="red"/>';

  it.each([
    ["", 300, 150],
    ['width="50%" height="auto"', 300, 150],
    ['height="60"', 300, 60],
    ['height="60" viewBox="0 0 20 10"', 120, 60],
    ['viewBox="0 0 20 10"', 20, 10],
    ['width="1in" height="1.27cm"', 96, 48],
    ['width="36pt" height="2pc"', 48, 32],
  ])("renders an svg with the size %s as %i × %i pixels", async (attributes, width, height) => {
    const converted = await convert(plain(attributes, whole));
    expect(converted).toMatchObject({ width, height, warnings: [] });
    expect((await pixelsOf(converted.image)).subarray(-4)).toEqual(Buffer.of(255, 0, 0, 255));
  });

  const box = 'width="40" height="20"';
  const base64 = (drawing: Uint8Array) =>
    `data:image/svg+xml;base64,${Buffer.from(drawing).toString("base64")}`;
  const right = '<rect width="20" height="20" fill="red"';
  it.each([
    `<g style="--c:var(--d, red)"><rect ${box} fill="var(--c)"/></g>`,
    `<style>:root{--c:red} svg .a{fill:var(--c)} .a{fill:blue}</style><rect class="a" ${box}/>`,
    `<g fill="red"><rect style="fill:var(--missing)" ${box}/></g>`,
    `<style>:is(.a, .b){fill:red}</style><rect class="b" ${box}/>`,
    `<style>@media (prefers-color-scheme: light){rect{fill:red}}</style><rect ${box}/>`,
    `<rect style="width:calc(15px * 2 + 10px);height:max(5px, 20px);fill:red"/>`,
    `<rect ${box} fill="color(srgb 1 0 0)"/>`,
    `<style>path{d:path("M0 0H40V20H0Z")}</style><path fill="oklch(0.628 0.2577 29.23)"/>`,
    `<rect width="0.5in" height="1pc" fill="red" stroke="red" stroke-width="15pt"/>`,
    `${right} x="20" transform="rotate(180)" transform-origin="20 10"/><rect ${box} fill="red"/>`,
    `${right} style="transform:scale(9);transform-box:fill-box;transform-origin:center"/>`,
    `<image ${box} href="${base64(plain('viewBox="0 0 2 1"', whole))}"/>`,
    `<image ${box} href="data:image/svg+xml,${encodeURIComponent(new TextDecoder().decode(plain("", whole)))}"/>`,
  ])("draws CSS and drawings in a drawing as a browser does: %s", async (content) => {
    const { image, warnings } = await convert(plain(box, content));
    expect(warnings).toEqual([]);
    const pixels = await pixelsOf(image);
    for (const at of [0, 40 * 10 + 20, 40 * 20 - 1])
      expect([...pixels.subarray(at * 4, at * 4 + 4)]).toEqual([
        255,
        expect.any(Number),
        expect.any(Number),
        255,
      ]);
  });

  it.each([
    ["foreignObject", `<foreignObject ${box}><p xmlns="http://www.w3.org/1999/xhtml">Hi</p></foreignObject>`],
    ["textPath", `<path id="p" d="M0 9H40"/><text><textPath href="#p">Hi</textPath></text>`],
    ["clip-path with a shape", `<rect ${box} style="clip-path:circle(5px)"/>`],
    ["width with calc(10px + 10%)", `<rect width="calc(10px + 10%)" height="9"/>`],
    [
      "transform-origin",
      `<text style="transform:scale(2);transform-box:fill-box;transform-origin:center">Hi</text>`,
    ],
  ])("names %s, which is not drawn", async (name, content) => {
    expect((await convert(plain(box, content))).warnings).toEqual([
      { code: "content_not_drawn", message: `the drawing has content that is not drawn: ${name}` },
    ]);
  });

  it("replaces entities of plain text, such as those that Illustrator declares", async () => {
    const subset = `<!-- a --><!ENTITY ns "http://www.w3.org/2000/svg"> <!ENTITY c 'red'><!ATTLIST svg a CDATA "b">`;
    await expectRed(
      text(
        `<!DOCTYPE svg PUBLIC "-//W3C" "x.dtd" [${subset}]><svg xmlns="&ns;" ${box}><rect ${box} fill="&c;"/></svg>`,
      ),
    );
    const long = `<!DOCTYPE svg [<!ENTITY a "${"a".repeat(1000)}">]><svg ${namespace}>${"&a;".repeat(5000)}</svg>`;
    await expectRefused(text(long), "invalid_image", /entities/);
  });

  // At quadratic cost, the guard would take hours.
  it("accepts or rejects any svg of 900 kB, whatever its content", async () => {
    for (const content of [
      `<rect style="${"url(".repeat(225_000)}"/>`,
      `<style>${"a{fill:url(#".repeat(75_000)}</style>`,
      `<style>${"/*".repeat(375_000)}</style>`,
      `<style>${".a,".repeat(225_000)}{opacity:.5}</style><g class="${"a ".repeat(25_000)}"/>`,
      `<rect ${Array.from({ length: 50_000 }, (_, i) => `a${i}=""`).join(" ")}/>`,
      `<path d="${"1e".repeat(375_000)}"/>`,
      `<path d="${"-".repeat(750_000)}"/>`,
      "&#65;".repeat(175_000),
      `<rect a="${"&".repeat(750_000)}"/>`,
    ]) {
      const [outcome] = await Promise.allSettled([convert(svg(content))]);
      expect(outcome.status === "fulfilled" ? "ToolsError" : outcome.reason.name).toBe("ToolsError");
    }
  });

  it("draws the same picture after the guard", async () => {
    const drawing = `<?xml version="1.0"?><!DOCTYPE svg><svg ${namespace}><!-- c --><style><![CDATA[rect{fill:#0a0}]]></style><rect width="20" height="30"/><text y="20">A&amp;B</text></svg>`;
    const direct = await sharp(text(drawing)).png().toBuffer();
    expect(await difference((await convert(text(drawing))).image, direct)).toBe(0);
  });
});
