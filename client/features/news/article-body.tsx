import type { NewsBlock } from '#shared/api/news.ts';

/** The parts of an article below its summary. */
export function ArticleBody({ blocks }: { blocks: readonly NewsBlock[] }) {
  return blocks.map((block, at) => <Block key={at} block={block} />);
}

function Block({ block }: { block: NewsBlock }) {
  if (block.kind === 'heading') return <h2>{block.text}</h2>;
  if (block.kind === 'paragraph') return <p>{block.text}</p>;
  return (
    <ul>
      {block.items.map((item, at) => (
        <li key={at}>{item}</li>
      ))}
    </ul>
  );
}
