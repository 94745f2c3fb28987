// Prints the sizes and words of the project: npm run house
import { projectFiles } from './project-files.ts';
import { DIALECT, dialectIn } from './tidy/plain-english.ts';
import { sizesOf } from './tidy/sizes.ts';

const CODE = ['.ts', '.tsx', '.mjs', '.lua', '.css'];
const WORDED = [...CODE, '.md'];
const FLOORS = ['shared', 'server', 'client', 'migrations', 'scripts', 'loadtest', 'tests'];
const LIST = 'tests/architecture/tidy/plain-english.ts';
const LONGEST = 10;

const linesOf = (source: string): number => source.trimEnd().split('\n').length;
const code = projectFiles(['.'], CODE);
const below = (folder: string): Map<string, string> =>
  new Map([...code].filter(([file]) => file.startsWith(`${folder}/`)));

function row(name: string, files: ReadonlyMap<string, string>): void {
  const { count, median, p90 } = sizesOf(files);
  const lines = [...files.values()].reduce((sum, source) => sum + linesOf(source), 0);
  const cells = [count, lines, median, p90].map((value) => String(value).padStart(9));
  console.log(`${name.padEnd(18)}${cells.join('')}`);
}

console.log(`${''.padEnd(18)}    files    lines   median      p90`);
for (const folder of FLOORS) row(folder, below(folder));
row('product', new Map([...code].filter(([file]) => !file.startsWith('tests/'))));
row('everything', code);
row('server/processes', below('server/processes'));

console.log('\nlongest files');
const longest = [...code].map(([file, source]) => ({ file, lines: linesOf(source) }));
for (const { file, lines } of longest.sort((a, b) => b.lines - a.lines).slice(0, LONGEST))
  console.log(`${String(lines).padStart(5)}  ${file}`);

console.log('\nwords a reader has to translate: product, tests');
const worded = [...projectFiles(['.'], WORDED)].filter(([file]) => file !== LIST);
const count = (tests: boolean): string[] =>
  dialectIn(new Map(worded.filter(([file]) => file.startsWith('tests/') === tests))).map((use) =>
    use.split(': ').at(-1)!.toLowerCase(),
  );
const [inProduct, inTests] = [count(false), count(true)];
for (const word of DIALECT) {
  const uses = (all: readonly string[]): string =>
    String(all.filter((each) => each === word).length).padStart(6);
  console.log(`${word.padEnd(8)}${uses(inProduct)}${uses(inTests)}`);
}
console.log(`${'all'.padEnd(8)}${String(inProduct.length).padStart(6)}${String(inTests.length).padStart(6)}`);
