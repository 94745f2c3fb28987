import type { BrowserContext, Page, Worker } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { publishTestLot } from '../fixtures/lots.ts';
import { startPushService, type PushServiceOfTest } from '../fixtures/push-service.ts';
import { eventually } from '../fixtures/services.ts';
import { axeFindings, chromiumPath, type Visitor } from './fixtures/browser.ts';
import { productFixture } from './fixtures/product-fixture.ts';
import { startProduct } from './fixtures/product.ts';
import { overflowAt320 } from './fixtures/screens.ts';
import { signInAt } from './fixtures/sign-in.ts';
import { addPeople, PASSWORD } from './fixtures/world.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const SETTINGS = '/profile/notification-settings';
const SWITCH = 'Показывать уведомления на этом устройстве';

/** As in the app that was installed on a phone. */
const asInstalled = (context: BrowserContext) =>
  context.addInitScript(() => {
    const real = window.matchMedia.bind(window);
    window.matchMedia = (query) => (query.includes('display-mode') ? real('all') : real(query));
  });

/** A browser without a window shows nothing and knows no push service: it allows alerts here, and subscribes at the test's. */
const withPermission = (context: BrowserContext, keys: { endpoint: string; p256dh: string; auth: string }) =>
  context.addInitScript(({ endpoint, ...keysOf }) => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = () => Promise.resolve('granted');
    const store = 'of-the-test:subscription';
    const made = (applicationServerKey: number[]) =>
      ({
        endpoint,
        options: { applicationServerKey: new Uint8Array(applicationServerKey).buffer },
        toJSON: () => ({ endpoint, keys: keysOf }),
        unsubscribe: () => {
          sessionStorage.removeItem(store);
          return Promise.resolve(true);
        },
      }) as unknown as PushSubscription;
    PushManager.prototype.getSubscription = () => {
      const stored = sessionStorage.getItem(store);
      return Promise.resolve(stored === null ? null : made(JSON.parse(stored) as number[]));
    };
    PushManager.prototype.subscribe = (options) => {
      const key = [...((options ?? {}).applicationServerKey as Uint8Array)];
      sessionStorage.setItem(store, JSON.stringify(key));
      return Promise.resolve(made(key));
    };
  }, keys);

/** The worker of the page, with what it shows and opens written down: a browser without a window does neither. */
async function watchedWorker({ context, page }: Visitor): Promise<Worker> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const worker = await eventually(async () => context.serviceWorkers()[0], 'the worker');
  await worker.evaluate(() => {
    const seen = { shown: [] as unknown[], opened: [] as string[] };
    Object.assign(globalThis, { seen });
    ServiceWorkerRegistration.prototype.showNotification = (title, options) => {
      seen.shown.push({ title, ...options });
      return Promise.resolve();
    };
    const { clients } = globalThis as unknown as {
      clients: { openWindow(path: string): Promise<void> };
    };
    clients.openWindow = (path) => {
      seen.opened.push(path);
      return Promise.resolve();
    };
  });
  return worker;
}
const seenBy = (worker: Worker) =>
  worker.evaluate(() => (globalThis as unknown as { seen: { shown: object[]; opened: string[] } }).seen);

/** The browser itself dispatches the event, as for a message of a push service. */
async function push({ context, page }: Visitor, origin: string, data: object): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const found = new Promise<string>((done) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, isDeleted } of registrations) if (!isDeleted) done(registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await found;
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(data),
  });
  await devtools.detach();
}

/** A press on an alert: browsers let no program make its event with an alert that is not shown. */
const press = (worker: Worker, path: string) =>
  worker.evaluate(
    (data) => {
      const event = new Event('notificationclick');
      Object.assign(event, { waitUntil: () => undefined });
      Object.defineProperty(event, 'notification', { value: { close: () => undefined, data } });
      globalThis.dispatchEvent(event);
    },
    { path },
  );

const pictureIn = (page: Page) =>
  page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const [entry] = await (await caches.open(name)).matchAll();
      if (entry) return entry.text();
    }
    return null;
  });

describe.skipIf(!chromiumPath)('alerts and the installed app', () => {
  const fixture = productFixture(() => startProduct({ ALLOW_TWINS: '1', RATE_LIMIT_FACTOR: '100' }));
  let service: PushServiceOfTest;
  beforeAll(async () => {
    service = await startPushService();
  });
  afterAll(() => service.close());

  async function open(): Promise<Visitor> {
    const visitor = await fixture.visit({ size: 'phone', language: 'ru' });
    onTestFinished(() => visitor.close());
    return visitor;
  }
  const somebody = async (name: string) => (await addPeople(fixture.product, [name]))[0]!;
  const subscriptionsOf = async (id: string) => {
    const { rows } = await fixture.product.database.pool.query<{ endpoint: string }>(
      'select endpoint from push_subscription where person_id = $1',
      [id],
    );
    return rows.map(({ endpoint }) => endpoint);
  };

  it('says that the browser blocks alerts, without a switch that would do nothing', async () => {
    const { page, errors } = await open();
    await signInAt(page, (await somebody('Bloklangan Odam')).phone, PASSWORD, SETTINGS);
    await page.getByText('Браузер блокирует уведомления этого сайта').waitFor();
    expect(await page.getByRole('switch', { name: SWITCH }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('switches alerts on, shows one, opens its page at a press, and ends at the sign-out', async () => {
    const person = await somebody('Ogoh Odam');
    const lotId = await publishTestLot(fixture.product.database, { ruleSet: 'private' });
    const subscription = service.subscribe();
    const visitor = await open();
    const { page, context } = visitor;
    await withPermission(context, subscription);
    await signInAt(page, person.phone, PASSWORD, SETTINGS);
    const toggle = page.getByRole('switch', { name: SWITCH });
    await toggle.click();
    await page.getByText('Уведомления показываются здесь').waitFor();
    expect(await toggle.isChecked()).toBe(true);
    expect(await subscriptionsOf(person.id)).toEqual([subscription.endpoint]);
    expect(await axeFindings(page)).toEqual([]);

    const worker = await watchedWorker(visitor);
    const path = `/game-view/${lotId}`;
    const alert = { title: 'Вашу цену перебили', body: 'Chevrolet', path, tag: `outbid:${lotId}` };
    await push(visitor, fixture.product.url, alert);
    const { title, body, tag } = alert;
    await eventually(async () => (await seenBy(worker)).shown.length === 1, 'the alert');
    expect((await seenBy(worker)).shown).toMatchObject([{ title, body, tag, data: { path } }]);
    await press(worker, path);
    await press(worker, '//elsewhere.example');
    await eventually(async () => (await seenBy(worker)).opened.length === 2, 'the page of the alert');
    expect((await seenBy(worker)).opened).toEqual([path, '/']);

    await toggle.click();
    await page.getByText('Включите, и вы сразу увидите').waitFor();
    expect(await subscriptionsOf(person.id)).toEqual([]);
    await toggle.click();
    await eventually(async () => (await subscriptionsOf(person.id)).length === 1, 'the subscription');
    await page.evaluate(() =>
      fetch('/api/shop/auth/logout', { method: 'POST', headers: { 'x-savdo': '1' } }),
    );
    expect(await subscriptionsOf(person.id)).toEqual([]);
  });

  it('lets a person choose on one page what reaches them where, and when not, and connect a chat', async () => {
    const person = await somebody('Sozlovchi Odam');
    const visitor = await open();
    const { page, errors } = visitor;
    await withPermission(visitor.context, service.subscribe());
    await signInAt(page, person.phone, PASSWORD, '/home');
    await page.goto(SETTINGS);
    await page.getByRole('heading', { name: 'Настройка уведомлений' }).first().waitFor();
    const choice = (name: string) => page.getByRole('switch', { name, exact: true });
    const isOn = async (name: string, on: boolean) => {
      await expect.poll(() => choice(name).isChecked()).toBe(on);
    };

    // Safety of the account reaches the mailbox whatever is chosen.
    expect(await choice('Учётная запись и безопасность: Почта').isDisabled()).toBe(true);
    const before = await choice('Деньги: SMS').isChecked();
    await choice('Деньги: SMS').click();
    await isOn('Деньги: SMS', !before);

    await choice(SWITCH).click();
    await page.getByText('Уведомления показываются здесь').waitFor();

    await choice('Включить тихие часы').click();
    await page.getByLabel('С', { exact: true }).waitFor();
    expect(await page.getByLabel('До', { exact: true }).inputValue()).toBe('08:00');
    await page.getByLabel('До', { exact: true }).fill('22:00');
    await page.getByText('Выберите два разных времени.').waitFor();
    await page.getByLabel('До', { exact: true }).fill('07:30');
    await page.getByLabel('До', { exact: true }).press('Tab');

    // Telegram has no column until there is a chat.
    expect(await choice('Торги: Telegram').count()).toBe(0);
    await page.getByRole('button', { name: 'Подключить Telegram' }).click();
    const [chat] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Открыть Telegram' }).click(),
    ]);
    await chat.getByRole('button', { name: 'Send' }).click();
    await chat.getByRole('status').waitFor();
    await chat.close();
    await page.getByText('Чат с нашим ботом подключён').waitFor();
    await isOn('Торги: Telegram', true);
    await choice('Деньги: Telegram').click();
    await isOn('Деньги: Telegram', false);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowAt320(page, 'phone')).toBe(0);

    // As the person finds it the next time.
    await page.reload();
    await choice('Деньги: SMS').waitFor();
    await isOn('Деньги: SMS', !before);
    await isOn('Деньги: Telegram', false);
    await isOn(SWITCH, true);
    await expect.poll(() => page.getByLabel('До', { exact: true }).inputValue()).toBe('07:30');
    expect(await page.getByLabel('С', { exact: true }).inputValue()).toBe('22:00');

    await page
      .getByRole('region', { name: 'Сообщения в Telegram' })
      .getByRole('button', { name: 'Отключить' })
      .click();
    await page.getByRole('button', { name: 'Подключить Telegram' }).waitFor();
    expect(await choice('Торги: Telegram').count()).toBe(0);
    await choice('Включить тихие часы').click();
    await isOn('Включить тихие часы', false);
    expect(await page.getByLabel('До', { exact: true }).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('opens without a network with the last page, says so, and shows the site again when it is back', async () => {
    const person = await somebody('Uzoqdagi Odam');
    const visitor = await open();
    const { page, context } = visitor;
    await asInstalled(context);
    await signInAt(page, person.phone, PASSWORD, SETTINGS);
    await page.getByRole('heading', { name: 'Настройка уведомлений' }).first().waitFor();
    const picture = await eventually(async () => pictureIn(page), 'a picture of the page', 30_000);
    expect(picture).not.toContain('<script');
    await context.setOffline(true);
    await page.goto('/home');
    await page
      .getByRole('status')
      .getByText(/^Нет соединения\. Страница показана такой, какой была в \d\d:\d\d/)
      .waitFor();
    await page.getByRole('heading', { name: 'Настройка уведомлений' }).first().waitFor();
    expect(await page.locator('button:enabled, input:enabled').count()).toBe(0);
    const again = page.getByRole('link', { name: 'Попробовать снова' });
    expect(await again.getAttribute('href')).toBe(SETTINGS);
    await context.setOffline(false);
    await again.click();
    await page.getByRole('switch').first().waitFor();
    expect(await page.getByText('Нет соединения. Страница').count()).toBe(0);

    // What is stored is that picture alone, and it goes with the session.
    await eventually(async () => pictureIn(page), 'a picture of the page', 30_000);
    await page.evaluate(() =>
      fetch('/api/shop/auth/logout', { method: 'POST', headers: { 'x-savdo': '1' } }),
    );
    await eventually(async () => (await page.evaluate(() => caches.keys())).length === 0, 'an empty store');
  });
});
