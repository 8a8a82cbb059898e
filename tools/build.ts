import { build } from './steps.ts';

build();
