import path from 'node:path';
import { DATA, inRoot } from './paths.mjs';
import { projectNode } from './project-node.mjs';
import { runChild } from './run-child.mjs';

/** Cache of compiled code, which makes the second start faster. */
const FAST_START = { NODE_COMPILE_CACHE: path.join(DATA, 'compile-cache') };

/**
 * Runs one TypeScript file of the project; one process, so a signal reaches the program itself. Node.js strips the types
 * itself and caches what it compiled: a separate loader would double the start time.
 */
export const runTypeScript = ({ file, args = [], flags = [], env = {}, ...rest }) =>
  runChild({
    file: projectNode(),
    args: [...flags, file, ...args],
    env: { ...FAST_START, ...env },
    marker: file,
    ...rest,
  });

/** Runs a tool from the packages by the file its package ships. */
export const runTool = ({ tool, args = [], ...rest }) =>
  runChild({
    file: projectNode(),
    args: [inRoot('node_modules', ...tool.split('/')), ...args],
    marker: tool,
    ...rest,
  });
