import { Button, type ButtonProps } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';

interface ActionProps extends Omit<ButtonProps, 'children'> {
  /** The English name of the button. */
  readonly label: string;
  /** An address of the console, which the button leads to. */
  readonly to?: string;
  /** `_blank` opens `href` in a window of its own. */
  readonly target?: '_blank';
}

/** A button with its name in the language of the console. */
export const Action = ({ label, to, ...button }: ActionProps) => {
  const translate = useTranslate();
  return (
    <Button {...(to !== undefined && { component: Link, to })} {...button}>
      {translate(label)}
    </Button>
  );
};
