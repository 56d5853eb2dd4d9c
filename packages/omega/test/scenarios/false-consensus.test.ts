import { defineCheck } from '@artoo/tools'
import { describe, expect, it } from 'vitest'
