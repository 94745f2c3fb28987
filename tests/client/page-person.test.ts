import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lotDetails } from '#shared/api/site/lots.ts';
import { call } from '#client/lib/api-client.ts';
import { createLeaveQuestion } from '#client/lib/upload/leave-question.ts';
import {
  forgetPagePerson,
  leaveForOtherPerson,
  pageHeaders,
  takeReloaded,
  watchPagePerson,
} from '#client/lib/page-person.ts';
import { serve } from './page.tsx';

const signIn = (mark: string) => {
  document.cookie = `savdo_person=${mark}; path=/`;
};
const mark = () => pageHeaders()['x-savdo-person'];

let reloads: number;
beforeEach(() => {
  reloads = 0;
  vi.stubGlobal('location', { ...window.location, reload: () => (reloads += 1) });
});

describe('a page', () => {
  it('says with each call for whom it was made, to the end of its life', async () => {
    const asked = serve({ 'GET /api/shop/lot-card/details/7': { body: { id: 7 } } });
    expect(mark()).toBeUndefined();
    signIn('anna');
    await call(lotDetails, { params: { id: 7 } });
    signIn('bek');
    await call(lotDetails, { params: { id: 7 } });
    forgetPagePerson();
    await call(lotDetails, { params: { id: 7 } });
    expect(asked.map(({ headers }) => headers.get('x-savdo-person'))).toEqual(['anna', 'anna', 'anna']);
  });

  it('is reloaded once when the server refuses it as another person’s, whatever was typed in it', async () => {
    const ERROR = { code: 'other-person', message: 'Boshqa hisob' };
    serve({ 'GET /api/shop/lot-card/details/7': { status: 409, body: { ERROR } } });
    signIn('anna');
    const question = createLeaveQuestion();
    question.begin('a file');
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(true);
    await expect(call(lotDetails, { params: { id: 7 } })).rejects.toMatchObject({ code: 'other-person' });
    await expect(call(lotDetails, { params: { id: 7 } })).rejects.toMatchObject({ status: 409 });
    expect(reloads).toBe(1);
    expect(leave()).toBe(false);
    expect([takeReloaded(), takeReloaded()]).toEqual([true, false]);
    question.end('a file');
  });

  it('notices another person when it is shown again, and no one where no other has signed in', () => {
    signIn('anna');
    watchPagePerson();
    window.dispatchEvent(new Event('focus'));
    forgetPagePerson();
    window.dispatchEvent(new Event('focus'));
    expect(reloads).toBe(0);
    signIn('bek');
    window.dispatchEvent(new Event('focus'));
    window.dispatchEvent(new Event('pageshow'));
    expect(reloads).toBe(1);
    leaveForOtherPerson();
    expect(reloads).toBe(1);
  });
});
