package main

import (
	"errors"
	"fmt"
	"strings"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// explain says what an error means: the sentence and the reason of a status of the API, or the
// error as it is.
func explain(err error) string {
	var from interface{ GRPCStatus() *status.Status }
	if !errors.As(err, &from) {
		return err.Error()
	}
	st := from.GRPCStatus()
	for _, detail := range st.Details() {
		if info, ok := detail.(*errdetails.ErrorInfo); ok {
			return fmt.Sprintf("%s (%s/%s)", st.Message(), codeName(st.Code()), info.GetReason())
		}
	}
	return fmt.Sprintf("%s (%s)", st.Message(), codeName(st.Code()))
}

// codeName is the name of a code as the gRPC specification writes it.
func codeName(c codes.Code) string {
	var b strings.Builder
	name := c.String()
	for i, r := range name {
		if i > 0 && r >= 'A' && r <= 'Z' && name[i-1] >= 'a' {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	return strings.ToUpper(b.String())
}
