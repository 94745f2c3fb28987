import { xmlEvents } from '#server/platform/tables/index.ts';

/** An element with what is in it. */
export interface XmlNode {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlNode[];
}

/** Elements within elements; a statement has about ten. */
const DEPTH_MAX = 40;
const STATEMENTS = new Set(['Stmt', 'Rpt']);

/** A part of a statement, in its order: its account, a balance, a movement. */
export interface StatementPart {
  /** Of the file, from 1. */
  statement: number;
  node: XmlNode;
}

/** Parts of the statements of a document, one after the other. @throws Error for what is not well-formed, or too deep */
export async function* statementParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<StatementPart> {
  const stack: XmlNode[] = [];
  let statement = 0;
  for await (const events of xmlEvents(chunks))
    for (const event of events) {
      const top = stack.at(-1);
      if (event.kind === 'text') {
        if (top) top.text += event.text;
      } else if (event.kind === 'open') {
        if (stack.length >= DEPTH_MAX) throw new Error('elements are too deep');
        if (STATEMENTS.has(event.name)) statement += 1;
        stack.push({ name: event.name, attributes: event.attributes, text: '', children: [] });
      } else {
        const node = stack.pop()!;
        const parent = stack.at(-1);
        if (parent && STATEMENTS.has(parent.name)) yield { statement, node };
        else if (parent && stack.some(({ name }) => STATEMENTS.has(name))) parent.children.push(node);
      }
    }
}

/** All elements at this path below an element. */
export const nodesAt = (node: XmlNode, ...path: string[]): XmlNode[] =>
  path.reduce<XmlNode[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((each) => each.name === name)),
    [node],
  );

/** Text of the first element at this path; empty: there is none. */
export const textAt = (node: XmlNode, ...path: string[]): string =>
  nodesAt(node, ...path)[0]?.text.trim() ?? '';
