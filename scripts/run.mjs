#!/usr/bin/env node
// Entry point of every npm script. Node built-ins only: this runs before any package is installed.
import { main } from './launcher/main.mjs';

process.exitCode = await main(process.argv.slice(2));
