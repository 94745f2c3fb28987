import type { EditRequest } from '#shared/api/cabinet/profile.ts';
import { useLocalized } from '#client/lib/use-localized.ts';

/** Why staff refused a request: the reason that they chose, and their own words. */
export function DecisionWords({
  request,
  className,
}: {
  request: EditRequest;
  className: string | undefined;
}) {
  const localized = useLocalized();
  const { decisionCause, decisionReason } = request;
  return (
    <>
      {decisionCause ? <span>{localized(decisionCause.name)}</span> : null}
      {decisionReason ? <span className={className}>{decisionReason}</span> : null}
    </>
  );
}
