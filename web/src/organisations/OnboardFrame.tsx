import { Container, Group, Image } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { lazyPart } from '../feedback/lazyPart.tsx';
import defaultLogo from '../ui/layout/default-logo.svg?no-inline';

const ThemeSwitch = lazyPart(async () => (await import('../ui/layout/ThemeSwitch.tsx')).ThemeSwitch, {
  loadOn: 'paint',
});

/** The layout of onboarding without a session, wide enough for a form. */
export function OnboardFrame({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useEffect(function beginAtTheTop() {
    window.scrollTo({ top: 0 });
    main.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Container
      component="main"
      ref={main as never}
      tabIndex={-1}
      size={768}
      pt="lg"
      pb="calc(var(--mantine-spacing-lg) + var(--console-toasts, 0px))"
      mih="100dvh"
    >
      <Group justify="space-between" mb="lg">
        <Image src={defaultLogo} alt="" w={40} h={40} radius={0} />
        <ThemeSwitch />
      </Group>
      {children}
    </Container>
  );
}
