import type { ActionRecorder } from '#server/domains/people/accounts/index.ts';
import { endMySession, endMySessions, mySessions, type SessionView } from '#shared/api/cabinet/profile.ts';
import { noSession, notFound } from '#server/platform/errors/index.ts';
import { clearSessionCookies, registerContract, type HttpApp } from '#server/platform/http/index.ts';
import type { ListedSession, SessionStore } from '#server/platform/sessions/index.ts';

export interface SessionRoutesDeps {
  sessions: Pick<SessionStore, 'list' | 'findForRooms' | 'end' | 'endAll'>;
  actions: ActionRecorder;
}

const viewOf = (session: ListedSession, current: string | undefined): SessionView => ({
  id: session.handle,
  browser: session.extra.browser ?? null,
  system: session.extra.system ?? null,
  address: session.extra.address ?? null,
  startedAtMs: Date.parse(session.createdAt),
  seenAtMs: Date.parse(session.seenAt),
  current: session.handle === current,
});

/** A person's sessions, and ending them. */
export function registerSessionRoutes(app: HttpApp, { sessions, actions }: SessionRoutesDeps): void {
  const written = (personId: string, action: string, address: string) =>
    actions.record({ personId, type: 'sign-in', action, result: 'done', address });

  registerContract(app, mySessions, async (call) =>
    (await sessions.list(call.signedIn().personId)).map((each) => viewOf(each, call.session?.handle)),
  );

  registerContract(app, endMySession, async (call) => {
    const { personId } = call.signedIn();
    const found = await sessions.findForRooms(call.params.id);
    if (found?.person.personId !== personId) throw notFound();
    await sessions.end(found.handle);
    if (found.handle === call.session?.handle) clearSessionCookies(call.res, app.secure);
    await written(personId, 'sign-out-there', call.address);
    return { ended: 1 };
  });

  registerContract(app, endMySessions, async (call) => {
    if (!call.session) throw noSession();
    const { personId } = call.session.person;
    const { keepThis } = call.body;
    const ended = await sessions.endAll(personId, keepThis ? { except: call.session.handle } : {});
    if (!keepThis) clearSessionCookies(call.res, app.secure);
    await written(personId, 'sign-out-everywhere', call.address);
    return { ended };
  });
}
