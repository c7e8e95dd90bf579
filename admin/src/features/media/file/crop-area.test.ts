import { expect, it } from 'vitest'
import { areaBetween, fitArea, isInside } from './crop-area.ts'

const image = { width: 400, height: 300 }

it('stays inside the image, in whole pixels', () => {
  expect(fitArea({ x: -5, y: 290.4, width: 500, height: 20.6 }, image)).toEqual({
    x: 0,
    y: 279,
    width: 400,
    height: 21,
  })
  expect(fitArea({ x: 10, y: 10, width: 0, height: Number.NaN }, image)).toEqual({ x: 10, y: 10, width: 1, height: 1 })
})

it('is drawn from any corner', () => {
  const area = { x: 50, y: 40, width: 150, height: 60 }
  expect(areaBetween({ x: 50, y: 40 }, { x: 200, y: 100 }, image)).toEqual(area)
  expect(areaBetween({ x: 200, y: 100 }, { x: 50, y: 40 }, image)).toEqual(area)
  expect(isInside({ x: 60, y: 50 }, area)).toBe(true)
  expect(isInside({ x: 10, y: 50 }, area)).toBe(false)
})
