import { describe, expect, test } from 'vitest';
import {
  withApplications,
  publishPaidLot,
  type ApplicationsFixture,
} from '../../fixtures/applications-fixture.ts';
import { applicationWorkflows, type ApplicationWorkflows } from '../../fixtures/application-workflows.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { eventually, testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let workflows: ApplicationWorkflows;
let paidLot: ApplicationsFixture['paidLot'];
let database: TestDatabase;
withApplications((fixture) => ({ workflows, paidLot, database } = fixture));

describe('applying', () => {
  test('by many at once keeps no one waiting for a connection that another one holds', async () => {
    const few = await testDatabase('template', 6);
    try {
      const busy = applicationWorkflows(few);
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
    workflows.room.before = () => away;
    const people = await Promise.all(Array.from({ length: 12 }, () => workflows.person(25_000_00)));
    for (const personId of people) await workflows.applying.sendCode(lotId, personId, '127.0.0.1');
    let answered = 0;
    const all = people.map(async (personId) => {
      const answer = await workflows.applying.apply(lotId, personId, workflows.codeOf(personId));
      answered += 1;
      return answer;
    });
    // Six ask the room; no one waits behind them.
    await eventually(() => answered === 6, 'the others to be answered');
    await eventually(() => workflows.room.commands.length === 6, 'six to ask the room');
    release();
    expect((await Promise.all(all)).map((answer) => answer?.outcome)).toEqual(people.map(() => 'applied'));
    expect(await workflows.admission.admitWaiting(() => undefined)).toBe(6);
    for (const personId of people)
      expect(await workflows.applications.find(lotId, personId)).toMatchObject({ status: 'admitted' });
  });

  test('for rehearsals by many at once admits all of them in turn, and takes no place of the others', async () => {
    const practice = await publishTestLot(database, { opensInMs: 86_400_000 });
    const lotId = await paidLot();
    let release = (): void => undefined;
    const away = new Promise<void>((resolve) => {
      release = resolve;
    });
    workflows.room.before = () => away;
    const admissions = [];
    for (let i = 0; i < 10; i += 1) {
      const personId = await workflows.person(0);
      const { id } = await workflows.applications.request(practice, personId, null);
      admissions.push(workflows.admission.admitInTurn(id));
    }
    await eventually(() => workflows.room.commands.length === 2, 'two rehearsals to ask the room');
    const bidder = await workflows.person(25_000_00);
    await workflows.applying.sendCode(lotId, bidder, '127.0.0.1');
    const applied = workflows.applying.apply(lotId, bidder, workflows.codeOf(bidder));
    await eventually(() => workflows.room.commands.length === 3, 'the bidder to ask the room');
    release();
    expect((await applied)?.outcome).toBe('applied');
    expect(await Promise.all(admissions)).toEqual(admissions.map(() => 'admitted'));
    expect(await workflows.applications.find(lotId, bidder)).toMatchObject({ status: 'admitted' });
  });
});
