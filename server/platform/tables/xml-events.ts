import { SaxesParser } from 'saxes';

/** What a document says, in its order; names without their namespace's prefix. */
export type XmlEvent =
  | { kind: 'open'; name: string; attributes: Readonly<Record<string, string>> }
  | { kind: 'text'; text: string }
  | { kind: 'close'; name: string };

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Elements and texts of a document, chunk by chunk. Entities that it declares itself are not expanded: they are faults.
 * @throws Error for what is not well-formed
 */
export async function* xmlEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly XmlEvent[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parser = new SaxesParser();
  let events: XmlEvent[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('a document type is not read');
  });
  parser.on('opentag', ({ name, attributes }) => {
    events.push({
      kind: 'open',
      name: local(name),
      attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [local(key), value])),
    });
  });
  parser.on('text', (text) => events.push({ kind: 'text', text }));
  parser.on('cdata', (text) => events.push({ kind: 'text', text }));
  parser.on('closetag', ({ name }) => events.push({ kind: 'close', name: local(name) }));
  const flush = (): readonly XmlEvent[] => {
    const found = events;
    events = [];
    return found;
  };
  for await (const chunk of chunks) {
    parser.write(decoder.decode(chunk, { stream: true }));
    yield flush();
  }
  parser.write(decoder.decode()).close();
  yield flush();
}
