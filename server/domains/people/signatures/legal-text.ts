import type { PageBlock } from '#shared/api/pages.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { inCyrillic } from '#shared/i18n/pages/cyrillic.ts';
import type { WrittenTexts } from './signatures-tables.ts';

/**
 * The offer and the contract as their authors write them, line by line: `# ` begins a heading, `- ` a point of a list,
 * `! ` a note; other lines are paragraphs, ended by an empty line. `{{name}}` is replaced by a figure of the rule sets.
 */
function parseLegalText(written: string): PageBlock[] {
  const blocks: PageBlock[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', text: paragraph.join(' ') });
    paragraph = [];
  };
  for (const line of written.split(/\r?\n/).map((each) => each.trim())) {
    const sign = /^[#!-] /.test(line) ? line[0] : null;
    if (sign === null && line !== '') {
      paragraph.push(line);
      continue;
    }
    endParagraph();
    const text = line.slice(2).trim();
    if (sign === '#') blocks.push({ kind: 'heading', text });
    else if (sign === '!') blocks.push({ kind: 'note', text });
    else if (sign === '-') addPoint(blocks, text);
  }
  endParagraph();
  return blocks;
}

function addPoint(blocks: PageBlock[], text: string): void {
  const last = blocks.at(-1);
  if (last?.kind === 'list') last.items.push(text);
  else blocks.push({ kind: 'list', ordered: false, items: [text] });
}

/** Names of the placeholders in a text. */
export const figuresIn = (written: string): string[] =>
  [...written.matchAll(/\{\{([^}]*)\}\}/g)].map(([, name]) => name ?? '');

const filled = (written: string, figures: Readonly<Record<string, string>>): string =>
  written.replace(/\{\{([^}]*)\}\}/g, (_, name: string) => {
    if (!Object.hasOwn(figures, name)) throw new RangeError(`no figure for ${name}`);
    return figures[name]!;
  });

/** A text in a language, with its figures. Throws on an unknown figure, so that a legal text never shows a gap. */
export function legalBlocks(
  written: WrittenTexts,
  language: Language,
  figures: Readonly<Record<string, string>>,
): PageBlock[] {
  if (language !== 'uz-Cyrl') return parseLegalText(filled(written[language], figures));
  // Placeholders are not transliterated; the figures are in the language already.
  const blocks = parseLegalText(written.uz);
  const cyrillic = inCyrillic({ title: '', summary: '', updatedOn: '', blocks }).blocks;
  return JSON.parse(
    JSON.stringify(cyrillic, (_, value: unknown) =>
      typeof value === 'string' ? filled(value, figures) : value,
    ),
  ) as PageBlock[];
}

/** The blocks as plain text, for signing. */
export function plainText(blocks: readonly PageBlock[]): string {
  return blocks
    .map((block) => {
      switch (block.kind) {
        case 'heading':
          return block.text.toLocaleUpperCase('uz');
        case 'list':
          return block.items.map((item) => `— ${item}`).join('\n');
        case 'paragraph':
        case 'note':
        case 'link':
          return block.text;
        case 'table':
          return [block.head, ...block.rows].map((row) => row.join(' | ')).join('\n');
      }
    })
    .join('\n\n');
}
