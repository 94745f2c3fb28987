/** A piece of HTML that is safe to send: made by `markup` only. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | null | readonly Part[];

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function render(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return (part as readonly Part[]).map(render).join('');
  return String(part ?? '').replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

/** Template tag: every value is escaped unless it is markup itself; null vanishes. */
export const markup = (strings: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(strings.reduce((made, piece, at) => made + render(parts[at - 1] ?? null) + piece));
