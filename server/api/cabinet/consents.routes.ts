import type { ConsentsService, ConsentVersion } from '#server/domains/people/signatures/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import {
  agreeToConsent,
  consentState,
  consentText,
  consoleConsentPeople,
  consoleConsents,
  consoleConsentSource,
  disagreeWithConsent,
  prepareConsent,
} from '#shared/api/cabinet/consent.ts';

const PAGE_SIZE = 20;

export interface ConsentRoutesDeps {
  consents: ConsentsService;
  texts: Pick<Texts, 'text'>;
  namesOf: (personIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

const days = ({ version, effectiveOn, deadlineOn }: Omit<ConsentVersion, 'offer' | 'contract'>) => ({
  version,
  effectiveOn,
  deadlineOn,
});

export function registerConsentRoutes(app: HttpApp, { consents, texts, namesOf }: ConsentRoutesDeps): void {
  registerContract(app, consentState, async (call) => {
    const { current, answer, inForce, mayAct, toSign } = await consents.state(call.signedIn().personId);
    return {
      current: days(current),
      answer: answer && { ...answer, at: answer.at.toISOString() },
      inForce,
      mayAct,
      toSign,
    };
  });

  registerContract(app, consentText, async ({ query, language }) => {
    const { version, offer, contract } = await consents.text(query.version ?? null, language);
    const title = (part: string) => texts.text(language, `e-signature:document.${part}`);
    return {
      ...days(version),
      offer: { title: title('offer'), blocks: offer },
      contract: { title: title('contract'), blocks: contract },
    };
  });

  registerContract(app, prepareConsent, async (call) => {
    const made = await consents.prepare(call.signedIn().personId, call.language);
    return {
      requestId: made.id,
      documentBase64: made.document.toString('base64'),
      expiresAt: made.expiresAt.toISOString(),
    };
  });

  registerContract(app, agreeToConsent, (call) =>
    consents.agree(call.signedIn().personId, call.body, call.address),
  );

  registerContract(app, disagreeWithConsent, async (call) => {
    await consents.disagree(call.signedIn().personId, call.body, call.address);
    return { recorded: true as const };
  });

  registerContract(app, consoleConsents, async () => {
    const versions = await consents.versions();
    const names = await namesOf(versions.flatMap(({ addedBy }) => addedBy ?? []));
    return versions.map(({ addedAt, addedBy, ...version }) => ({
      ...version,
      addedAt: addedAt.toISOString(),
      addedBy: addedBy && (names.get(addedBy) ?? null),
    }));
  });

  registerContract(app, consoleConsentPeople, async ({ params, query }) => {
    const offset = (query.page - 1) * PAGE_SIZE;
    const { items, total } = await consents.answers(params.version, { limit: PAGE_SIZE, offset });
    const names = await namesOf(items.map(({ personId }) => personId));
    return {
      items: items.map(({ at, ...item }) => ({
        ...item,
        name: names.get(item.personId) ?? '',
        at: at.toISOString(),
      })),
      total,
      pageSize: PAGE_SIZE,
    };
  });

  registerContract(app, consoleConsentSource, async ({ params }) => {
    const { offer, contract } = await consents.source(params.version);
    return { offer, contract };
  });
}
