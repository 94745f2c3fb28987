import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { create } from 'tar';

const ENTRY = 'realtime/client/index';

interface Manifest {
  version: string;
  license: string;
  dependencies: Record<string, string>;
}

/**
 * Packs the client of rooms for bidders' own programs, with its types, as a package that npm installs from the platform's
 * address: `programs/savdo-client.tgz` in `folder`. @throws where its sources do not compile
 */
export async function packProgramClient(project: string, folder: string): Promise<void> {
  const target = path.join(folder, 'programs');
  mkdirSync(target, { recursive: true });
  const work = mkdtempSync(path.join(target, '.making-'));
  try {
    const made = path.join(work, 'package');
    compile(project, work, made);
    const manifest = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')) as Manifest;
    writeFileSync(path.join(made, 'package.json'), JSON.stringify(manifestOf(manifest), null, 2));
    await create({ gzip: true, portable: true, cwd: work, file: path.join(target, 'savdo-client.tgz') }, [
      'package',
    ]);
  } finally {
    rmSync(work, { recursive: true });
  }
}

function compile(project: string, work: string, outDir: string): void {
  const shared = path.join(project, 'shared');
  const settings = path.join(work, 'tsconfig.json');
  writeFileSync(
    settings,
    JSON.stringify({
      extends: path.join(project, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        rewriteRelativeImportExtensions: true,
        rootDir: shared,
        outDir,
        types: [],
      },
      include: [],
      files: [path.join(shared, `${ENTRY}.ts`)],
    }),
  );
  const compiler = path.join(project, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', settings], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the client of programs does not compile:\n${stdout}`);
}

const manifestOf = ({ version, license, dependencies }: Manifest) => ({
  name: 'savdo-client',
  version,
  description:
    'Rooms of the trading platform over a socket: follows them without a gap, and sends offers that count once',
  license,
  type: 'module',
  exports: { '.': { types: `./${ENTRY}.d.ts`, default: `./${ENTRY}.js` } },
  dependencies: { zod: dependencies.zod },
  peerDependencies: { 'socket.io-client': `^${dependencies['socket.io-client']}` },
});
