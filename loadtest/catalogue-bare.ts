/**
 * Ceiling: bare Express that answers any address with one of the product's own answers, stored in memory. It parses,
 * limits, measures and looks up nothing. Library defaults.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { serveTasks } from './lib/worker.ts';

let bodies: string[] = [];
let next = 0;

const app = express();
app.get('/{*any}', (_req, res) => {
  next = (next + 1) % bodies.length;
  res.type('json').send(bodies[next]);
});
const server = createServer(app);

serveTasks({
  keep: (answers: { bodies: string[] }) => {
    bodies = answers.bodies;
  },
  listen: () =>
    new Promise((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
    ),
});
