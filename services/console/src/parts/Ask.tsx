import type { ButtonProps } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Confirm } from 'react-admin';
import { Action } from './Action.tsx';

interface AskProps {
  /** The English name of the button and of the question's heading. */
  readonly label: string;
  /** The consequence, in English, or a choice about it. */
  readonly text: ReactNode;
  readonly onYes: () => void;
  readonly color?: ButtonProps['color'];
}

/** A button that asks before it acts. */
export const Ask = ({ label, text, onYes, color = 'error' }: AskProps) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Action label={label} color={color} onClick={() => setIsOpen(true)} />
      <Confirm
        isOpen={isOpen}
        title={label}
        content={text}
        onConfirm={() => {
          setIsOpen(false);
          onYes();
        }}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
};
