/** The part of an image that is kept, in its own pixels. */

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** Whole pixels, inside the image, at least one. */
export function fitArea({ x, y, width, height }: Area, image: Size): Area {
  const w = clamp(Math.round(width), 1, image.width)
  const h = clamp(Math.round(height), 1, image.height)
  return {
    x: clamp(Math.round(x), 0, image.width - w),
    y: clamp(Math.round(y), 0, image.height - h),
    width: w,
    height: h,
  }
}

/** The rectangle between two corners. */
export function areaBetween(a: Point, b: Point, image: Size): Area {
  const [left, right] = [clamp(Math.min(a.x, b.x), 0, image.width), clamp(Math.max(a.x, b.x), 0, image.width)]
  const [top, bottom] = [clamp(Math.min(a.y, b.y), 0, image.height), clamp(Math.max(a.y, b.y), 0, image.height)]
  return fitArea({ x: left, y: top, width: right - left, height: bottom - top }, image)
}

export function isInside({ x, y }: Point, area: Area): boolean {
  return x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(Number.isFinite(value) ? value : least, least), Math.max(most, least))
}
