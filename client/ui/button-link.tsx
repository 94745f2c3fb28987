import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { dressed, type ButtonLook } from './button.tsx';

interface ButtonLinkProps extends ButtonLook, Omit<ComponentProps<typeof Link>, 'to'> {
  to: string;
}

/** A button that leads to another screen of this site. */
export function ButtonLink(props: ButtonLinkProps) {
  const { rest, look, content } = dressed(props);
  return (
    <Link {...look} {...rest}>
      {content}
    </Link>
  );
}

interface ButtonAnchorProps extends ButtonLook, ComponentProps<'a'> {
  href: string;
}

/** A button that leaves these screens: to sign in, to a file, to another site. */
export function ButtonAnchor(props: ButtonAnchorProps) {
  const { rest, look, content } = dressed(props);
  return (
    <a {...look} {...rest}>
      {content}
    </a>
  );
}
