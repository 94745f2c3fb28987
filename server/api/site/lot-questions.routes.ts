import type {
  LotQuestions,
  ModerateQuestions,
  Moderator,
} from '#server/domains/trade/lot-questions/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import { isStaffRole } from '#shared/api/contract.ts';
import {
  answerLotQuestion,
  answerLotQuestionByStaff,
  approveLotQuestion,
  askLotQuestion,
  consoleLotQuestions,
  hideLotQuestion,
  lotQuestions,
  myLotQuestions,
  receivedLotQuestions,
  refuseLotQuestion,
  withdrawLotQuestion,
} from '#shared/api/site/lot-questions.ts';

export interface LotQuestionRoutesDeps {
  questions: LotQuestions;
  moderation: ModerateQuestions;
}

type SomeCall = Pick<Call, 'signedIn' | 'address'>;

/** Questions about lots: as everybody reads them, of their authors, of sellers, and as staff decide about them. */
export function registerLotQuestionRoutes(app: HttpApp, deps: LotQuestionRoutesDeps): void {
  const { questions, moderation } = deps;
  const askerOf = (call: SomeCall) => {
    const { personId, roles } = call.signedIn();
    return { personId, isStaff: roles.some((role) => isStaffRole(role)) };
  };
  const moderatorOf = (call: SomeCall): Moderator => {
    const { personId, roles } = call.signedIn();
    return { personId, roles, address: call.address };
  };

  registerContract(app, lotQuestions, (call) => questions.ofLot(call.params.id, call.query));
  registerContract(app, myLotQuestions, async (call) => {
    const mine = await questions.mine(call.params.id, askerOf(call));
    if (!mine) throw notFound();
    return mine;
  });
  registerContract(app, askLotQuestion, (call) => {
    const { lotId, text } = call.body;
    return questions.ask(lotId, askerOf(call), { text, language: call.language });
  });
  registerContract(app, withdrawLotQuestion, (call) =>
    questions.withdraw(call.body.questionId, call.signedIn().personId),
  );
  registerContract(app, receivedLotQuestions, (call) =>
    questions.received(call.signedIn().personId, call.query),
  );
  registerContract(app, answerLotQuestion, (call) => {
    const { questionId, text } = call.body;
    return questions.answer(questionId, call.signedIn().personId, { text, language: call.language });
  });

  registerContract(app, consoleLotQuestions, (call) => moderation.list(moderatorOf(call), call.query));
  registerContract(app, approveLotQuestion, (call) =>
    moderation.approve(call.params.questionId, call.body, moderatorOf(call)),
  );
  registerContract(app, refuseLotQuestion, (call) =>
    moderation.refuse(call.params.questionId, call.body, moderatorOf(call)),
  );
  registerContract(app, hideLotQuestion, (call) =>
    moderation.hide(call.params.questionId, call.body, moderatorOf(call)),
  );
  registerContract(app, answerLotQuestionByStaff, (call) =>
    moderation.answer(call.params.questionId, { ...call.body, language: call.language }, moderatorOf(call)),
  );
}
