/** Static tiles of a tree, as C2SP tlog-tiles lays them out. */
export const TILE_WIDTH = 256;

export interface TileName {
  /** 0 upwards, or the bundles of entries. */
  level: number | 'entries';
  index: number;
  /** Hashes or entries in it; less than 256 for the last one. */
  width: number;
}

const PATH = /^\/log\/tile\/(\d|[1-5]\d|entries)\/((?:x\d{3}\/){0,3}\d{3})(?:\.p\/(\d{1,3}))?$/;

/** null: not the address of a tile. */
export function parseTile(path: string): TileName | null {
  const found = PATH.exec(path);
  if (!found) return null;
  const [, level = '', digits = '', partial] = found;
  const index = Number(digits.replaceAll(/[x/]/g, ''));
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  if (partial !== undefined && (width < 1 || width >= TILE_WIDTH || String(width) !== partial)) return null;
  const name: TileName = { level: level === 'entries' ? level : Number(level), index, width };
  return tilePath(name) === path ? name : null;
}

/** `/log/tile/0/x001/x234/067`, with `.p/W` for a partial one. */
export function tilePath({ level, index, width }: TileName): string {
  const groups: string[] = [];
  for (let rest = index; groups.length === 0 || rest > 0; rest = Math.floor(rest / 1_000))
    groups.unshift(String(rest % 1_000).padStart(3, '0'));
  const digits = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `/log/tile/${level}/${digits}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

const LENGTH_BYTES = 2;

export const bundleOf = (entries: readonly string[]): Buffer =>
  Buffer.concat(
    entries.flatMap((entry) => {
      const bytes = Buffer.from(entry);
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt16BE(bytes.length);
      return [length, bytes];
    }),
  );

/** null: the bytes are not whole entries. */
export function entriesOf(bundle: Buffer): Buffer[] | null {
  const entries: Buffer[] = [];
  for (let at = 0; at < bundle.length;) {
    if (at + LENGTH_BYTES > bundle.length) return null;
    const end = at + LENGTH_BYTES + bundle.readUInt16BE(at);
    if (end > bundle.length) return null;
    entries.push(bundle.subarray(at + LENGTH_BYTES, end));
    at = end;
  }
  return entries;
}
