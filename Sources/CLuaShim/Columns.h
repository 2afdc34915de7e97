// Fields that are read from the host's memory where they lie.

#ifndef COLUMNS_H
#define COLUMNS_H

#include "Machine.h"

#include <string.h>

static inline uint32_t gv_number_at(const void *first, size_t stride, uint32_t row) {
    uint32_t number = 0;
    memcpy(&number, (const char *)first + stride * row, sizeof number);
    return number;
}

static inline int64_t gv_integer_at(const gv_column *column, uint32_t row) {
    int64_t integer = 0;
    memcpy(&integer, (const char *)column->first + column->stride * row, sizeof integer);
    return integer;
}

/// Returns false where the row has no divisor.
static inline bool gv_quotient_at(const gv_column *column, uint32_t row, double *quotient) {
    uint32_t divisor = gv_number_at(column->first_divisor, column->stride, row);
    if (divisor >= column->count) return false;
    *quotient = (double)gv_integer_at(column, row) / column->divisors[divisor];
    return true;
}

static inline uint32_t gv_text_number_at(const gv_column *column, uint32_t row) {
    return gv_number_at(column->first, column->stride, row);
}

/// A text by its number, or nil where the column has none of that number.
static inline gv_field gv_text_of_column(const gv_column *column, uint32_t number) {
    if (number >= column->count) return (gv_field){.kind = gv_field_nil};
    intptr_t start = number == 0 ? 0 : column->ends[number - 1];
    intptr_t length = column->ends[number] - start;
    return (gv_field){
        .kind = gv_field_text,
        .value.text = column->texts + start,
        .length = length < UINT32_MAX ? (uint32_t)length : UINT32_MAX};
}

#endif
