/** The demo: lots, people and bots that make an empty installation live. Refused in real ones. */
import { showPhone } from '#shared/validation/phone.ts';
import { DEMO_BARRED } from './barred-people.ts';
import type { DemoWorld } from './seed.ts';

export { joinPractice } from './bots/bot-connection.ts';
export { runDemoBots } from './bots/run-bots.ts';
export { registerPictureRoutes } from './pictures/pictures.routes.ts';
export { writeCustomerOrders } from './customer-orders.ts';
export { seedDemo, type DemoWorld } from './seed.ts';
export { pastRoomsModule } from './scenarios/past-rooms.ts';
export { playTrails } from './scenarios/play-scenarios.ts';

/** Sign-ins for the box printed at start. */
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
