import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import type { CorrectLot } from '#server/workflows/index.ts';
import { correctLot } from '#shared/api/console/console-lots.ts';

export function registerConsoleLotRoutes(app: HttpApp, correct: CorrectLot): void {
  registerContract(app, correctLot, async (call) => {
    const { personId } = call.signedIn();
    const result = await correct(call.params.lotId, call.body, { personId, address: call.address });
    switch (result.outcome) {
      case 'corrected':
        return { corrected: result.parts };
      case 'no-lot':
        throw notFound();
      case 'over':
        throw conflict('console-lots.over');
      case 'applied-for':
        throw conflict('console-lots.applied-for');
      case 'two-persons':
        throw conflict('console-lots.two-persons');
      case 'no-photo':
        throw ruleForbids('console-lots.no-photo');
      case 'letters':
        throw ruleForbids('console-lots.letters');
    }
  });
}
