// Fields that are read from the host's memory where they lie.

#include "Machine.h"

#include <string.h>

static uint32_t number_at(const void *first, size_t stride, uint32_t row) {
    uint32_t number = 0;
    memcpy(&number, (const char *)first + stride * row, sizeof number);
    return number;
}

static int64_t integer_at(const gv_column *column, uint32_t row) {
    int64_t integer = 0;
    memcpy(&integer, (const char *)column->first + column->stride * row, sizeof integer);
    return integer;
}

static gv_field text_at(const gv_column *column, uint32_t row) {
    uint32_t number = number_at(column->first, column->stride, row);
    if (number >= column->count) return (gv_field){.kind = gv_field_nil};
    intptr_t start = number == 0 ? 0 : column->ends[number - 1];
    intptr_t length = column->ends[number] - start;
    return (gv_field){
        .kind = gv_field_text,
        .value.text = column->texts + start,
        .length = length < UINT32_MAX ? (uint32_t)length : UINT32_MAX};
}

static gv_field quotient_at(const gv_column *column, uint32_t row) {
    uint32_t divisor = number_at(column->first_divisor, column->stride, row);
    if (divisor >= column->count) return (gv_field){.kind = gv_field_nil};
    return (gv_field){
        .kind = gv_field_number,
        .value.number = (double)integer_at(column, row) / column->divisors[divisor]};
}

gv_field gv_field_of_column(const gv_column *column, uint32_t row) {
    if (row >= column->row_count) return (gv_field){.kind = gv_field_nil};
    switch (column->kind) {
    case gv_column_none: break;
    case gv_column_integers:
        return (gv_field){
            .kind = gv_field_integer, .value.integer = integer_at(column, row)};
    case gv_column_quotients: return quotient_at(column, row);
    case gv_column_texts: return text_at(column, row);
    }
    return (gv_field){.kind = gv_field_nil};
}
