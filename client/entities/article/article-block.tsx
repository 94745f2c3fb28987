import { ArrowRight, ExternalLink, Info } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { PageBlock } from '#shared/api/pages.ts';
import { leadsAway } from '#shared/content/safe-link.ts';
import css from './article.module.css';

/** Address of a part of the text, `#part-4`: the place of its heading among the blocks. */
export const partId = (at: number): string => `part-${at + 1}`;

/** All parts of a help page or a news item; each heading has an address. */
export const ArticleBlocks = ({ blocks }: { blocks: readonly PageBlock[] }) =>
  blocks.map((block, at) => <ArticleBlock key={at} block={block} id={partId(at)} />);

/** @param id address of the heading */
function ArticleBlock({ block, id }: { block: PageBlock; id: string }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h2 id={id} className={css.heading}>
          {block.text}
        </h2>
      );
    case 'paragraph':
      return <p>{block.text}</p>;
    case 'list':
      return <List ordered={block.ordered} items={block.items} />;
    case 'note':
      return (
        <div className={css.note} role="note">
          <Info size={20} aria-hidden />
          <p>{block.text}</p>
        </div>
      );
    case 'table':
      return <Table head={block.head} rows={block.rows} />;
    case 'link':
      if (leadsAway(block.href))
        return (
          <a className={css.link} href={block.href} target="_blank" rel="noopener noreferrer">
            {block.text}
            <ExternalLink size={18} aria-hidden />
          </a>
        );
      return (
        <Link className={css.link} to={block.href}>
          {block.text}
          <ArrowRight size={18} aria-hidden />
        </Link>
      );
  }
}

function List({ ordered, items }: { ordered: boolean; items: string[] }) {
  const Tag = ordered ? 'ol' : 'ul';
  return (
    <Tag className={ordered ? css.steps : css.points}>
      {items.map((item, at) => (
        <li key={at}>
          <span>{item}</span>
        </li>
      ))}
    </Tag>
  );
}

/** On a phone each row is a card with its labels above the cells. */
function Table({ head, rows }: { head: string[]; rows: string[][] }) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          {head.map((cell, at) => (
            <th key={at} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = '', ...cells], row) => (
          <tr key={row}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={at} data-label={head[at + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
