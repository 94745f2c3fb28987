import { describe, expect, test } from 'vitest';
import { onApplicationStage, publishPaidLot, type ApplicationStage } from '../support/application-stage.ts';
import { applicationStand, type ApplicationStand } from '../support/application-stand.ts';
import { eventually, testDatabase } from '../support/services.ts';

let stand: ApplicationStand;
let paidLot: ApplicationStage['paidLot'];
onApplicationStage((stage) => ({ stand, paidLot } = stage));

describe('applying', () => {
  test('by many at once keeps nobody waiting for a connection that another one holds', async () => {
    const few = await testDatabase('template', 6);
    try {
      const busy = applicationStand(few);
      busy.lookUp = () => few.pool.query('select 1');
      const lotId = await publishPaidLot(few);
      const people: string[] = [];
      for (let i = 0; i < 24; i += 1) people.push(await busy.person(25_000_00));
      for (const personId of people) await busy.applying.sendCode(lotId, personId, '127.0.0.1');
      const answers = await Promise.all(
        people.map((personId) => busy.applying.apply(lotId, personId, busy.codeOf(personId))),
      );
      expect(answers.map((answer) => answer?.outcome)).toEqual(people.map(() => 'applied'));
    } finally {
      await few.close();
    }
  });

  test('goes on for everybody else while the rooms of some do not answer', async () => {
    const lotId = await paidLot();
    let release = (): void => undefined;
    const away = new Promise<void>((resolve) => {
      release = resolve;
    });
    stand.room.before = () => away;
    const people = await Promise.all(Array.from({ length: 12 }, () => stand.person(25_000_00)));
    for (const personId of people) await stand.applying.sendCode(lotId, personId, '127.0.0.1');
    let answered = 0;
    const all = people.map(async (personId) => {
      const answer = await stand.applying.apply(lotId, personId, stand.codeOf(personId));
      answered += 1;
      return answer;
    });
    // Six ask the room; nobody stands in line behind them.
    await eventually(() => answered === 6, 'the others to be answered');
    expect(stand.room.commands).toHaveLength(6);
    release();
    expect((await Promise.all(all)).map((answer) => answer?.outcome)).toEqual(people.map(() => 'applied'));
    expect(await stand.admission.admitWaiting(() => undefined)).toBe(6);
    for (const personId of people)
      expect(await stand.applications.find(lotId, personId)).toMatchObject({ status: 'admitted' });
  });
});
