import type { NewsBlock } from '../api/news.ts';

const HEADING = '## ';
const ITEM = '- ';

/** Parts of a body: separated by empty lines; `## ` begins a heading, `- ` each item of a list. */
export function blocksOf(body: string): NewsBlock[] {
  return body
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): NewsBlock => {
      if (part.startsWith(HEADING) && !part.includes('\n'))
        return { kind: 'heading', text: part.slice(HEADING.length).trim() };
      const lines = part.split('\n').map((line) => line.trim());
      if (lines.every((line) => line.startsWith(ITEM)))
        return { kind: 'list', items: lines.map((line) => line.slice(ITEM.length).trim()) };
      return { kind: 'paragraph', text: lines.join(' ') };
    });
}
