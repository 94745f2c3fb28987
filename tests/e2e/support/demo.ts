import { DEMO_SIGN_INS, demoPassword } from '#server/demo/people.ts';
import { LOT_STATUS } from '#shared/states/lot-status.ts';
import { eventually } from '../../support/services.ts';
import { startProduct } from './product.ts';
import type { Product } from './product.ts';

const SECRET = 'only-for-browser-tests-0123456789abcdef';

/** The whole product with the demo in it; its people sign in with `demoPerson` and `DEMO_PASSWORD`. */
export const startDemo = (env: Record<string, string> = {}): Promise<Product> =>
  startProduct({ DEMO: '1', SESSION_SECRET: SECRET, ...env });

export const DEMO_PASSWORD = demoPassword(SECRET);

/** A person of the demo by their part: phone and name. */
export function demoPerson(part: 'buyer' | 'customer' | 'operator' | 'second operator' | 'newcomer') {
  const found = DEMO_SIGN_INS.find((signIn) => signIn.part === part);
  if (!found) throw new Error(`the demo has no ${part}`);
  return { phone: found.person.phone, name: found.person.name };
}

interface Listed {
  id: number;
  status: number;
  practice: boolean;
  room: { phase: string; count: number; deadlineMs: number };
}

/** Lots of one tab of the list, as the public API gives them. */
export async function lotsOfTab(product: Product, tab: number): Promise<Listed[]> {
  const answer = await fetch(`${product.url}/api/shop/shop-lots/lot-list?i=${tab}&page=1&size=50`);
  if (!answer.ok) throw new Error(`the lot list answered ${answer.status}`);
  return ((await answer.json()) as { items: Listed[] }).items;
}

/** Lists are asked at most so often: the demo's rooms may take a minute to get going, and the API limits readers. */
const LOOK_EVERY_MS = 500;

/** Lots of the demo in the states whose screens differ; waits until rooms run and have prices. */
export async function demoLotIds(product: Product) {
  let looks = 0;
  return eventually(
    async () => {
      if ((looks += 1) > 1) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      const current = await lotsOfTab(product, 4);
      const finished = await lotsOfTab(product, 2);
      const byTimeLeft = (a: Listed, b: Listed) => b.room.deadlineMs - a.room.deadlineMs;
      const live = current.filter(({ room }) => room.phase === 'running' && room.count > 1).sort(byTimeLeft);
      const running = live.find(({ practice }) => !practice)?.id;
      const practice = current.find((lot) => lot.practice && lot.room.phase === 'running')?.id;
      const coming = current.find(({ status }) => status === LOT_STATUS.acceptingApplications)?.id;
      const [sold] = finished;
      if (!running || !practice || !coming || !sold) return null;
      return { running, practice, coming, finished: sold.id };
    },
    'running rooms with prices in the demo',
    180_000,
  );
}
