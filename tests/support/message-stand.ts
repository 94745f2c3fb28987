import {
  createNotifications,
  createPostOffice,
  registerNotificationRoutes,
  type PostOffice,
  type Reachable,
} from '#server/domains/notifications/index.ts';
import type { Letter, Mail } from '#server/integrations/email/index.ts';
import { SmsNotTaken, SmsRefused, type Sms, type SmsGateway } from '#server/integrations/sms/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import type { Told } from '#shared/notifications/templates.ts';
import { startTestApp, type TestApp } from './app.ts';
import { testDatabase, type TestDatabase } from './services.ts';

export const PUBLIC_URL = 'https://savdo.example';
export const HELD: Told = { template: 'deposit-held', params: { lotId: 17, amountTiyin: 50_000_000 } };
export const WON: Told = {
  template: 'auction-won',
  params: { lotId: 17, priceTiyin: 120_000_000, payByMs: Date.UTC(2026, 10, 25, 13) },
};

/** Everything that tells people something, with gateways that keep what they are handed. */
export class MessageStand {
  readonly database: TestDatabase;
  readonly app: TestApp;
  readonly office: PostOffice;
  readonly texted: Sms[] = [];
  readonly written: Letter[] = [];
  /** Whose screens were told to look again. */
  readonly changed: string[];
  /** How the SMS gateway treats what comes. */
  mood: 'well' | 'ill' | 'refuses' = 'well';
  readonly #people: Map<string, Reachable>;

  private constructor(parts: {
    database: TestDatabase;
    app: TestApp;
    office: PostOffice;
    changed: string[];
    people: Map<string, Reachable>;
  }) {
    this.database = parts.database;
    this.app = parts.app;
    this.office = parts.office;
    this.changed = parts.changed;
    this.#people = parts.people;
  }

  static async start(): Promise<MessageStand> {
    const database = await testDatabase();
    const people = new Map<string, Reachable>();
    const changed: string[] = [];
    const office = createPostOffice({
      db: database.db,
      texts: loadTexts(),
      publicUrl: () => PUBLIC_URL,
      person: async (id) => people.get(id) ?? null,
      changed: async (id) => void changed.push(id),
    });
    const app = await startTestApp((http) => registerNotificationRoutes(http, office.inbox));
    return new MessageStand({ database, app, office, changed, people });
  }

  readonly sms: SmsGateway = {
    name: 'twin',
    send: async (message) => {
      if (this.mood === 'ill') throw new SmsNotTaken('away');
      if (this.mood === 'refuses') throw new SmsRefused('no such number');
      this.texted.push(message);
      return { gatewayId: `g-${message.id}` };
    },
    fate: (gatewayId) => Promise.resolve({ fate: 'delivered', id: gatewayId.replace('g-', '') }),
  };
  readonly mail: Mail = {
    send: async (letter) => void this.written.push(letter),
    close: () => undefined,
  };

  /** A person of one test alone. */
  somebody(given: Partial<Reachable> = {}): string {
    const id = `person-${this.#people.size + 1}`;
    this.#people.set(id, { language: 'uz', email: `${id}@example.uz`, phone: '+998901234567', ...given });
    return id;
  }

  tell(personId: string, told: Told, key = 'event-1'): Promise<void> {
    const { db } = this.database;
    return inTransaction(db, (tx) => createNotifications(db).tell(tx, { ...told, personId, key }));
  }

  /** What the worker does with everything told so far. */
  async queueAll(): Promise<void> {
    const { rows } = await this.database.pool.query<{ id: number }>(
      'select id from inbox_message order by id',
    );
    for (const { id } of rows) await inTransaction(this.database.db, (tx) => this.office.queue(tx, id));
  }

  deliver(sms: SmsGateway = this.sms): Promise<number> {
    return this.office.deliver({ sms, mail: this.mail }, () => undefined);
  }

  /** Everything that waits is due now. */
  async due(): Promise<void> {
    await this.database.pool.query(
      `update notification_delivery set next_at = now() where state = 'waiting'`,
    );
  }

  async deliveries() {
    const { rows } = await this.database.pool.query<{
      channel: string;
      state: string;
      attempts: number;
      last_error: string;
    }>('select channel, state, attempts, last_error from notification_delivery order by id');
    return rows;
  }

  async clear(): Promise<void> {
    await this.database.pool.query(
      'truncate inbox_message, notification_delivery, notification_choice, outbox cascade',
    );
    for (const list of [this.texted, this.written, this.changed]) list.length = 0;
    this.mood = 'well';
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.database.close();
  }
}
