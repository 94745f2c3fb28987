/** Links of a page to other files of the project: address inside the project and anchor. */
interface Link {
  readonly line: number;
  readonly file: string;
  readonly anchor: string;
}

const withoutFences = (source: string): string =>
  source.replaceAll(/^```[\s\S]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, ''));

/** The folder of a path and a relative address, joined: `..` and `.` resolved. */
function joined(folder: string, address: string): string {
  const parts: string[] = [];
  for (const part of [...folder.split('/'), ...address.split('/')])
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  return parts.join('/');
}

function linksOf(page: string, source: string): Link[] {
  const folder = page.split('/').slice(0, -1).join('/');
  return withoutFences(source)
    .split('\n')
    .flatMap((text, at) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, address]) => address!)
        .filter((address) => !/^[a-z]+:/.test(address))
        .map((address) => {
          const [path = '', anchor = ''] = address.split('#');
          return { line: at + 1, file: path === '' ? page : joined(folder, path), anchor };
        }),
    );
}

/** Anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (source: string): Set<string> =>
  new Set(
    [...withoutFences(source).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

/** Links that lead to no file or folder, or to no heading of a page. */
export function deadLinks(pages: ReadonlyMap<string, string>, exists: (path: string) => boolean): string[] {
  return [...pages].flatMap(([page, source]) =>
    linksOf(page, source).flatMap(({ line, file, anchor }) => {
      if (!exists(file)) return [`${page}:${line}: there is no ${file}`];
      const target = pages.get(file);
      const missing = anchor !== '' && target !== undefined && !anchorsOf(target).has(anchor);
      return missing ? [`${page}:${line}: ${file} has no heading #${anchor}`] : [];
    }),
  );
}
