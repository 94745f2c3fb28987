import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Profile } from '#shared/api/cabinet/profile.ts';
import { missingFacts, type ProfileFact } from '#shared/validation/profile-facts.ts';
import { factPath, profileQuery } from '#client/entities/profile/my-profile.ts';
import { useSession } from '#client/lib/session.ts';
import css from './card.module.css';

/** Without these an application is refused; the others are needed when money is paid out or a contract is made. */
const NEEDED: readonly ProfileFact[] = ['nationalId', 'name', 'phoneConfirmed', 'offerSigned'];
const COMPLETE = 100;

/**
 * What is missing from an incomplete profile, each with the way to it; first what stops the application.
 * @param needed words before that, where it is not an application that it stops
 */
export function MissingFacts({ needed: lead }: { needed?: string }) {
  const percentage = useSession((state) => state.user?.percentage ?? COMPLETE);
  // Not asked again on a failure beyond the query's own tries: the server says at the application what is missing.
  const { data: profile } = useQuery({ ...profileQuery, enabled: percentage < COMPLETE });
  if (percentage >= COMPLETE || !profile) return null;
  const missing = missingFacts(profile.facts);
  const needed = missing.filter((fact) => NEEDED.includes(fact));
  const later = missing.filter((fact) => !NEEDED.includes(fact));
  return (
    <>
      <Facts profile={profile} kind="needed" facts={needed} lead={lead} />
      <Facts profile={profile} kind="later" facts={later} />
    </>
  );
}

interface FactsProps {
  profile: Profile;
  /** `needed`: without them an application is refused. */
  kind: 'needed' | 'later';
  facts: readonly ProfileFact[];
  lead?: string | undefined;
}

function Facts({ profile, kind, facts, lead }: FactsProps) {
  const { t } = useTranslation('card');
  if (facts.length === 0) return null;
  const nameOf = (fact: ProfileFact) =>
    t(`gaps.fact.${fact === 'nationalId' ? (profile.kind === 'legal' ? 'stir' : 'pinfl') : fact}`);
  return (
    <p className={css.gaps} data-needed={kind === 'needed'}>
      <CircleAlert size={18} aria-hidden />
      <span>
        {lead ?? t(`gaps.${kind}`)}{' '}
        {facts.map((fact, index) => (
          <Fragment key={fact}>
            {index > 0 ? ', ' : null}
            <Link to={factPath(fact)}>{nameOf(fact)}</Link>
          </Fragment>
        ))}
      </span>
    </p>
  );
}
