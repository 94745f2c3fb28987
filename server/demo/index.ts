/** The demo: lots, people and bots that make an empty installation live. Refused in real ones. */
import { showPhone } from '#shared/validation/phone.ts';
import { DEMO_BARRED } from './barred-people.ts';
import type { DemoWorld } from './seed.ts';

export { joinPractice } from './bots/connection.ts';
export { runDemoBots, type DemoBots, type DemoBotsDeps } from './bots/run.ts';
export { registerPictureRoutes } from './pictures/pictures.routes.ts';
export { seedDemo, type DemoDeps, type DemoWorld } from './seed.ts';

/** What the box at start says: who one may sign in as. */
export function demoLines(world: DemoWorld): string[] {
  const width = Math.max(...world.signIns.map(({ part }) => part.length));
  return [
    'Demo people (sign in by phone):',
    ...world.signIns.map(({ part, name, login, note }) => {
      const line = `  ${part.padEnd(width)}  ${showPhone(login)}  ${name}`;
      return note ? `${line} (${note})` : line;
    }),
    `  password of all: ${world.password}`,
    `Blocked participant to look up: STIR ${DEMO_BARRED.stir} (invented)`,
  ];
}
