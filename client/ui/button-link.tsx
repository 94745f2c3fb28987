import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface ButtonLinkProps extends ButtonProps {
  to: string;
  children: ReactNode;
}

/** A button that leads to another screen of this site. */
export function ButtonLink({ to, ...rest }: ButtonLinkProps) {
  return <Button component={Link} to={to} {...rest} />;
}
