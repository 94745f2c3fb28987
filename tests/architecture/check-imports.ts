import { circlesIn } from './circles.ts';
import * as floors from './floors.ts';
import { importsOf, type Import } from './imports-of.ts';
import { homeOf, isHomeless, isIn, unitOf } from './places.ts';

/** The rules, each with a planted violation in floors.test.ts. */
export type Rule =
  | 'imports point down'
  | 'never sideways'
  | 'enter by the door'
  | 'sees only'
  | 'no circles'
  | 'package owner'
  | 'packages only'
  | 'packages never'
  | 'product is not a test'
  | 'every file has a floor';

export interface Violation {
  readonly rule: Rule;
  readonly file: string;
  readonly imports: string;
}

/** Checks every import of the given files (path inside the project → source text). */
export function checkImports(files: ReadonlyMap<string, string>): Violation[] {
  const violations: Violation[] = [];
  const graph = new Map<string, string[]>();
  for (const [file, source] of files) {
    const imports = importsOf(file, source);
    graph.set(
      file,
      imports.flatMap((one) => one.file ?? []),
    );
    if (isHomeless(file)) violations.push({ rule: 'every file has a floor', file, imports: '' });
    for (const one of imports) {
      for (const rule of brokenRules(file, one)) violations.push({ rule, file, imports: one.specifier });
    }
  }
  for (const circle of circlesIn(graph)) {
    violations.push({ rule: 'no circles', file: circle[0] ?? '', imports: circle.join(' ↔ ') });
  }
  return violations;
}

/** One line per violation, for a message that names the file to open. */
export const describe = (violations: readonly Violation[]): string[] =>
  violations.map(({ rule, file, imports }) => `${rule}: ${file} → ${imports}`);

function brokenRules(from: string, { file, package: name }: Import): Rule[] {
  if (name !== null) return brokenByPackage(from, name);
  if (file === null) return [];
  return [
    ...brokenByFloor(from, file),
    ...(skipsTheDoor(from, file) ? (['enter by the door'] as const) : []),
    ...(seesTooMuch(from, file) ? (['sees only'] as const) : []),
    ...(isIn(from, floors.PRODUCT) && isIn(file, floors.BESIDE_THE_PRODUCT)
      ? (['product is not a test'] as const)
      : []),
  ];
}

function brokenByFloor(from: string, to: string): Rule[] {
  for (const house of [floors.AUCTION_HOUSE, floors.HOUSE, floors.CLIENT_HOUSE]) {
    const source = homeOf(from, house);
    const target = homeOf(to, house);
    if (source === null || target === null || source.unit === target.unit) continue;
    if (target.floor > source.floor) return ['imports point down'];
    if (target.floor === source.floor) return ['never sideways'];
  }
  return [];
}

function skipsTheDoor(from: string, to: string): boolean {
  if (!isIn(from, floors.PRODUCT)) return false;
  return floors.CLOSED_BY_A_DOOR.some((place) => {
    const unit = unitOf(to, place);
    return unit !== null && !from.startsWith(unit) && to !== `${unit}index.ts`;
  });
}

/** The narrowest place that names `from` decides. */
function seesTooMuch(from: string, to: string): boolean {
  const places = Object.keys(floors.SEES_ONLY).filter((place) => from.startsWith(place));
  const place = places.sort((a, b) => b.length - a.length)[0];
  if (place === undefined) return false;
  return !isIn(to, [place, ...(floors.SEES_ONLY[place] ?? [])]);
}

function brokenByPackage(from: string, name: string): Rule[] {
  const owners = floors.PACKAGE_OWNERS[name];
  const owned = isIn(from, ['server/', 'client/', 'shared/']) && owners !== undefined && !isIn(from, owners);
  const narrow = Object.entries(floors.PACKAGES_ONLY).some(
    ([place, only]) => from.startsWith(place) && !names(only, name),
  );
  const never = Object.entries(floors.PACKAGES_NEVER).some(
    ([place, list]) => isIn(from, [place]) && names(list, name),
  );
  return [
    ...(owned ? (['package owner'] as const) : []),
    ...(narrow ? (['packages only'] as const) : []),
    ...(never ? (['packages never'] as const) : []),
  ];
}

const names = (list: readonly string[], name: string): boolean =>
  list.includes(name) || (name.startsWith('node:') && list.includes('node:'));
