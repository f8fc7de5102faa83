/** The part of `fetch` that is used here, so that a host can hand in its own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * The JSON of a response with status 200. Another server's answer is not ours to trust: it is not read beyond
 * `largest` bytes, and a redirect, which `fetch` has to be told not to follow, is a failure as any other status.
 *
 * @throws Error
 */
export async function readJson(response: Response, largest: number): Promise<unknown> {
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`expected status 200, received ${response.status}`);
  }
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let length = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.length;
    if (length > largest) {
      await reader?.cancel();
      throw new Error(`expected at most ${largest} bytes, received more`);
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return JSON.parse(text + decoder.decode());
}
