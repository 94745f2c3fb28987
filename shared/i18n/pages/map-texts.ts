import type { PageBlock } from '../../api/pages.ts';
import type { PageText } from './blocks.ts';

/** The block with every text of it changed the same way; addresses stay. */
function mapBlock(block: PageBlock, change: (text: string) => string): PageBlock {
  switch (block.kind) {
    case 'list':
      return { ...block, items: block.items.map(change) };
    case 'table':
      return { ...block, head: block.head.map(change), rows: block.rows.map((row) => row.map(change)) };
    default:
      return { ...block, text: change(block.text) };
  }
}

/** The page with every text of it changed the same way. */
export const mapTexts = (page: PageText, change: (text: string) => string): PageText => ({
  ...page,
  title: change(page.title),
  summary: change(page.summary),
  blocks: page.blocks.map((block) => mapBlock(block, change)),
});
