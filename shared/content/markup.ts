import type { PageBlock } from '../api/pages.ts';
import { isSafeLink } from './safe-link.ts';

const HEADING = '## ';
const ITEM = '- ';
const NUMBERED = /^\d{1,3}\. /;
const NOTE = '> ';
const RULE = /^\|(\s*:?-+:?\s*\|)+$/;
const LINK = /^\[([^\]\n]+)\]\((\S+)\)$/;

/** Cells of `| a | b |`; `\|` is a stroke inside one. null: no row of a table. */
function cellsOf(line: string): string[] | null {
  if (line.length < 3 || !line.startsWith('|') || !line.endsWith('|')) return null;
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim());
}

/** A table needs a head and rows of as many cells. */
function tableOf(lines: readonly string[]): PageBlock | null {
  const rows = lines.filter((line) => !RULE.test(line)).map(cellsOf);
  const [head, ...rest] = rows;
  if (!head || rest.length === 0) return null;
  const whole = rest.filter((row): row is string[] => row?.length === head.length);
  return whole.length === rest.length ? { kind: 'table', head, rows: whole } : null;
}

function blockOf(part: string): PageBlock {
  const lines = part.split('\n').map((line) => line.trim());
  const [first = ''] = lines;
  if (lines.length === 1) {
    if (first.startsWith(HEADING)) return { kind: 'heading', text: first.slice(HEADING.length).trim() };
    const [, text = '', href = ''] = LINK.exec(first) ?? [];
    if (href !== '' && isSafeLink(href)) return { kind: 'link', text: text.trim(), href };
  }
  if (lines.every((line) => line.startsWith(ITEM)))
    return { kind: 'list', ordered: false, items: lines.map((line) => line.slice(ITEM.length).trim()) };
  if (lines.every((line) => NUMBERED.test(line)))
    return { kind: 'list', ordered: true, items: lines.map((line) => line.replace(NUMBERED, '').trim()) };
  if (lines.every((line) => line.startsWith(NOTE)))
    return { kind: 'note', text: lines.map((line) => line.slice(NOTE.length).trim()).join(' ') };
  return tableOf(lines) ?? { kind: 'paragraph', text: lines.join(' ') };
}

/**
 * Parts of a body, separated by empty lines: `## ` begins a heading, `- ` and `1. ` the items of a list, `> ` a note,
 * `| a | b |` the rows of a table, and `[words](address)` alone is a link. All else is plain text, tags and scripts too: a
 * part never contains markup of a browser.
 */
export const blocksOf = (body: string): PageBlock[] =>
  body
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(blockOf);

/** Links of a body that lead where none may: an author is told of them, and readers see them as text. */
export const badLinksOf = (body: string): string[] =>
  [...body.matchAll(/\[[^\]\n]+\]\(([^)\n]*)\)/g)].flatMap(([, href = '']) =>
    isSafeLink(href) ? [] : [href.slice(0, 200)],
  );

const rowOf = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

function markupOfBlock(block: PageBlock): string {
  switch (block.kind) {
    case 'heading':
      return HEADING + block.text;
    case 'paragraph':
      return block.text;
    case 'note':
      return NOTE + block.text;
    case 'link':
      return `[${block.text}](${block.href})`;
    case 'list':
      return block.items.map((item, at) => (block.ordered ? `${at + 1}. ` : ITEM) + item).join('\n');
    case 'table':
      return [rowOf(block.head), ...block.rows.map(rowOf)].join('\n');
  }
}

/** The text an author edits, of which `blocksOf` makes these parts again. */
export const markupOf = (blocks: readonly PageBlock[]): string => blocks.map(markupOfBlock).join('\n\n');
